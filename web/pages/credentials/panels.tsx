import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { t } from '../../texts/texts.ts'

type Line = readonly [name: string, state: string, tone?: Tone]

function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <Facts>
      {lines.map(([name, state, tone = 'neutral']) => (
        <Fact key={name} name={name}>
          <Badge tone={tone}>{state}</Badge>
        </Fact>
      ))}
    </Facts>
  )
}

/** Planned blockchains for the identity, by phase. */
export function BlockchainIntegration() {
  return (
    <Card title={t('Blockchain Integration')}>
      <Lines
        lines={[
          [t('Chain-Key Ready'), t('Phase 2')],
          [t('ICP Integration'), t('Phase 3')],
        ]}
      />
    </Card>
  )
}

export function AgentReadiness() {
  return (
    <Card title={t('AI Agent Readiness')}>
      <Lines
        lines={[
          [t('Identity Verified'), t('Ready'), 'credit'],
          [t('Agent Deployment'), t('Phase 2')],
          [t('On-Chain Logic'), t('Phase 3')],
        ]}
      />
      <h3 className="mt-4 mb-2 text-sm font-semibold">{t('Agent types')}</h3>
      <ul className="grid gap-1.5 text-[0.9375rem]">
        {[t('Bill Optimization'), t('Investment Management'), t('Energy Optimization')].map((name) => (
          <li key={name} className="flex items-center justify-between gap-3">
            {name}
            <span className="text-sm text-muted">{t('Coming soon')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function NetworkInformation() {
  return (
    <Card title={t('Network Information')}>
      <Facts>
        <Fact name={t('Network')}>{t('Base (Ethereum L2)')}</Fact>
        <Fact name={t('DID method')}>{t('did:youtility')}</Fact>
        <Fact name={t('Key type')}>{t('Ed25519')}</Fact>
        <Fact name={t('Also resolves as')}>{t('did:web')}</Fact>
      </Facts>
    </Card>
  )
}

const PHASES: readonly { readonly name: string; readonly says: ReactNode; readonly now?: true }[] = [
  { name: t('Phase 1'), says: t('Your own DID and credentials that anybody can verify'), now: true },
  { name: t('Phase 2'), says: t('Chain keys, and agents that act for you') },
  { name: t('Phase 3'), says: t('ICP integration and on-chain logic') },
  { name: t('Phase 4'), says: t('Full autonomy across networks') },
]

export function Roadmap() {
  return (
    <Card title={t('Roadmap')}>
      <ol className="grid gap-3">
        {PHASES.map(({ name, says, now }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="w-20 shrink-0 font-semibold">{name}</span>
            <span className="min-w-0 flex-1 basis-48 text-[0.9375rem] text-muted">
              <span>{says}</span> {now === true && <Badge tone="credit">{t('Current')}</Badge>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
