import { CircleCheck, CircleHelp, CircleX, Radio, TriangleAlert } from 'lucide-react'
import { clsx } from 'clsx'
import type { Diagnostics } from '../../../api/contract/device-usage.ts'
import { Problem } from '../../ui/problem.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { signalText, speedText } from './format.ts'
import type { NetworkTest } from './use-diagnostics.ts'
import { connectivityLook } from './words.ts'
import { rich } from '../../texts/rich.tsx'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

type Measured = Pick<
  Diagnostics,
  'network_connectivity' | 'signal_strength' | 'data_speed_mbps' | 'last_seen'
>

/** The tab 'Network Diagnostics'. */
export default function NetworkDiagnostics({ network }: { network: NetworkTest }) {
  const { running, problem, result, isPossible } = network
  return (
    <Card
      title={t('Network Diagnostics')}
      aria-busy={running}
      aside={
        <Button busy={running} disabled={!isPossible} onClick={() => void network.run()}>
          {running ? t('Testing…') : t('Run Diagnostics')}
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <Problem title={t('Network diagnostics failed')}>{problem}</Problem>
        {result === null ? (
          <EmptyState icon={<Radio />} title={t('Nothing tested yet')}>
            {t('Run diagnostics to check your network connection.')}
          </EmptyState>
        ) : (
          <Result result={result} />
        )}
      </div>
    </Card>
  )
}

function Result({ result }: { result: Diagnostics }) {
  return (
    <>
      <output className="block text-sm text-muted">
        {rich('Tested {testedAt}', { testedAt: <RelativeTime at={result.tested_at} /> })}
      </output>
      <Figures measured={result} />
      {result.devices.length === 0 && <p className="text-muted">{t('There is no active device to test.')}</p>}
      {result.devices.map((device) => (
        <section
          key={device.device_id}
          aria-label={device.device_label}
          className="grid gap-4 rounded-control border border-line p-4"
        >
          <h3 className="font-bold wrap-anywhere">{device.device_label}</h3>
          {result.devices.length > 1 && <Figures measured={device} />}
          <ul className="grid gap-2">
            {device.checks.map((check) => (
              <Check key={check.name} {...check} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Figures({ measured }: { measured: Measured }) {
  const { text, tone } = connectivityLook(measured.network_connectivity)
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure name={t('Connectivity')}>
        <span className={tone === 'credit' ? 'text-credit' : 'text-warning'}>{text}</span>
      </Figure>
      <Figure name={t('Signal Strength')}>{signalText(measured.signal_strength)}</Figure>
      <Figure name={t('Data Speed')}>{speedText(measured.data_speed_mbps)}</Figure>
      <Figure name={t('Last Seen')}>
        {measured.last_seen === null ? t('Never') : <RelativeTime at={measured.last_seen} />}
      </Figure>
    </dl>
  )
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-lg font-bold tabular">{children}</dd>
    </div>
  )
}

const CHECK_LOOKS = {
  pass: { Icon: CircleCheck, word: t('Passed'), ink: 'text-credit' },
  warning: { Icon: TriangleAlert, word: t('Warning'), ink: 'text-warning' },
  fail: { Icon: CircleX, word: t('Failed'), ink: 'text-debit' },
  unfamiliar: { Icon: CircleHelp, word: t('Unknown'), ink: 'text-muted' },
} as const

function Check({ name, outcome, detail }: Diagnostics['devices'][number]['checks'][number]) {
  const { Icon, word, ink } = CHECK_LOOKS[outcome]
  return (
    <li className="flex items-start gap-3">
      <Icon className={clsx('mt-0.5 size-5 shrink-0', ink)} />
      <span className="min-w-0 text-[0.9375rem]">
        <span className="font-semibold">{translateServerText(name)}</span>
        <VisuallyHidden> {word}:</VisuallyHidden>
        <span className="block text-muted">{translateServerText(detail)}</span>
      </span>
    </li>
  )
}
