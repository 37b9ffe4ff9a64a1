import { clsx } from 'clsx'
import * as Radix from 'radix-ui/progress'
import type { Tone } from './badge.tsx'

const bars: Record<Tone, string> = {
  neutral: 'bg-control',
  primary: 'bg-chart',
  credit: 'bg-credit',
  debit: 'bg-debit',
  warning: 'bg-warning',
  halted: 'bg-halted',
}

/** A progress bar, `value` from 0 to 1; more than 1 is drawn as full. */
export function Progress({ label, value, tone = 'primary' }: { label: string; value: number; tone?: Tone }) {
  const share = Math.min(1, Math.max(0, value))
  return (
    <Radix.Root
      aria-label={label}
      value={Math.round(share * 100)}
      max={100}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <Radix.Indicator
        className={clsx(
          'block h-full origin-left rounded-full transition-transform duration-200 rtl:origin-right',
          bars[tone],
        )}
        style={{ transform: `scaleX(${share})` }}
      />
    </Radix.Root>
  )
}
