import { clsx } from 'clsx'
import type { Tone } from './badge.tsx'

const bars: Record<Tone, string> = {
  neutral: 'bg-control',
  primary: 'bg-chart',
  credit: 'bg-credit',
  debit: 'bg-debit',
  warning: 'bg-warning',
  halted: 'bg-halted',
}

/** A progress bar, `value` from 0 to 1; more than 1 is drawn as full. Its edge shows how long it is while it is empty. */
export function Progress({ label, value, tone = 'primary' }: { label: string; value: number; tone?: Tone }) {
  const share = Math.min(1, Math.max(0, value))
  return (
    <div
      // The tag is drawn by each browser in its own way.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share * 100)}
      className="h-2 overflow-hidden rounded-full bg-sunken ring-1 ring-control ring-inset"
    >
      <div
        className={clsx(
          'h-full origin-left rounded-full transition-transform duration-200 rtl:origin-right',
          bars[tone],
        )}
        style={{ transform: `scaleX(${share})` }}
      />
    </div>
  )
}
