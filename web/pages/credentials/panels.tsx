import type { ReactNode } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'

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

/** Where the identity will be anchored, by phase. */
export function BlockchainIntegration() {
  return (
    <Card title="Blockchain Integration">
      <Lines
        lines={[
          ['Chain-Key Ready', 'Phase 2'],
          ['ICP Integration', 'Phase 3'],
        ]}
      />
    </Card>
  )
}

export function AgentReadiness() {
  return (
    <Card title="AI Agent Readiness">
      <Lines
        lines={[
          ['Identity Verified', 'Ready', 'credit'],
          ['Agent Deployment', 'Phase 2'],
          ['On-Chain Logic', 'Phase 3'],
        ]}
      />
      <h3 className="mt-4 mb-2 text-sm font-semibold">Agent types</h3>
      <ul className="grid gap-1.5 text-[0.9375rem]">
        {['Bill Optimization', 'Investment Management', 'Energy Optimization'].map((name) => (
          <li key={name} className="flex items-center justify-between gap-3">
            {name}
            <span className="text-sm text-muted">Coming soon</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function NetworkInformation() {
  return (
    <Card title="Network Information">
      <Facts>
        <Fact name="Network">Base (Ethereum L2)</Fact>
        <Fact name="DID method">did:youtility</Fact>
        <Fact name="Key type">Ed25519</Fact>
        <Fact name="Also resolves as">did:web</Fact>
      </Facts>
    </Card>
  )
}

const PHASES: readonly { readonly name: string; readonly says: ReactNode; readonly now?: true }[] = [
  { name: 'Phase 1', says: 'Your own DID and credentials that anybody can verify', now: true },
  { name: 'Phase 2', says: 'Chain keys, and agents that act for you' },
  { name: 'Phase 3', says: 'ICP integration and on-chain logic' },
  { name: 'Phase 4', says: 'Full autonomy across networks' },
]

export function Roadmap() {
  return (
    <Card title="Roadmap">
      <ol className="grid gap-3">
        {PHASES.map(({ name, says, now }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="w-20 shrink-0 font-semibold">{name}</span>
            <span className="min-w-0 flex-1 basis-48 text-[0.9375rem] text-muted">{says}</span>
            {now === true && <Badge tone="credit">Current</Badge>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
