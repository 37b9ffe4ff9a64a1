import { exactTime, relativeTime } from '../ui/time-format.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { useLedgerNow, useNow } from './use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/**
 * "3 min ago", going on by itself; the exact time on hover and on keyboard focus. `at` is ISO 8601, by the
 * ledger's clock or, such as the age of an answer, by the real one.
 */
export function RelativeTime({
  at,
  prefix = '',
  clock = 'ledger',
}: {
  at: string
  prefix?: string
  clock?: 'ledger' | 'real'
}) {
  const ledgerNow = useLedgerNow()
  const realNow = useNow()
  const now = clock === 'real' ? realNow : ledgerNow
  const moment = Date.parse(at)
  const exact = exactTime(moment)
  return (
    <Tooltip text={exact}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time is reached by keyboard too */}
      <time dateTime={at} tabIndex={0} className="rounded-sm tabular">
        {prefix}
        {relativeTime(moment, Math.max(now, moment))}
        <VisuallyHidden> ({exact})</VisuallyHidden>
      </time>
    </Tooltip>
  )
}
