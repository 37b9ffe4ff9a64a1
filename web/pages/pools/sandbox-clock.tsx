import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { sandboxOperations } from '../../../api/contract/sandbox.ts'
import { useClockShift } from '../../data/business-clock.ts'
import { call } from '../../data/client.ts'
import { useConnectivity } from '../../data/connectivity.ts'
import { refreshOutdated } from '../../data/watched.ts'
import { Button } from '../../ui/button.tsx'
import { exactTime } from '../../ui/time-format.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { useLedgerNow } from '../../parts/use-now.ts'
import { ProblemLine } from '../../ui/problem.tsx'
import { t } from '../../texts/texts.ts'

const STEPS = [
  { days: 1, label: t('a day') },
  { days: 7, label: t('a week') },
  { days: 30, label: t('a month') },
] as const

/** Advances the sandbox's clock, to see dividends and bill payments; nothing when the server has no such clock. */
export function SandboxClock() {
  const shift_ms = useClockShift()
  return shift_ms === null ? null : <Control />
}

function Control() {
  const now = useLedgerNow()
  const offline = useConnectivity() === 'offline'
  const { running, problem, run } = useAttempt({
    otherwise: t('The clock could not be moved. Please try again.'),
  })
  const [chosen, setChosen] = useState<number | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const advance = (days: number, label: string) => {
    setChosen(days)
    setMessage(null)
    void run(
      () => call(sandboxOperations.advanceClock, { body: { days } }),
      () => {
        setMessage(t('The sandbox’s clock was moved on by {label}.', { label }))
        refreshOutdated()
      },
    )
  }
  return (
    <section
      aria-label={t('Sandbox clock')}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-dashed border-control bg-sunken px-5 py-4"
    >
      <div className="min-w-48 flex-1">
        <p className="flex items-center gap-2 font-semibold">
          <FlaskConical className="size-4.5 text-warning" />
          {t('Sandbox clock')}
        </p>
        <p className="text-sm text-muted tabular">
          {t('{now}, for everybody on this server', { now: exactTime(now) })}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {STEPS.map(({ days, label }) => (
          <Button
            key={days}
            variant="secondary"
            size="sm"
            busy={running && chosen === days}
            disabled={offline || (running && chosen !== days)}
            onClick={() => advance(days, label)}
          >
            {t('Advance {label}', { label })}
          </Button>
        ))}
      </div>
      <output className="sr-only">{message}</output>
      {offline && (
        <p className="w-full text-sm text-muted">{t('You are offline; the clock can’t be moved.')}</p>
      )}
      <ProblemLine className="w-full">{problem}</ProblemLine>
    </section>
  )
}
