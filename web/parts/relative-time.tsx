import { exactTime, relativeTime } from '../ui/time-format.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { useLedgerNow, useNow } from './use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/** By less than this any two clocks differ, and an answer is a moment old. */
const CLOCKS_DIFFER_MS = 120_000

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
  // A clock that was put back, and nobody to ask how far: an age can't be told.
  const isAhead = clock === 'real' && moment - now > CLOCKS_DIFFER_MS
  return (
    <Tooltip text={exact}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time is reached by keyboard too */}
      <time dateTime={at} tabIndex={0} className="rounded-sm tabular">
        {prefix}
        {isAhead ? exact : relativeTime(moment, Math.max(now, moment))}
        {!isAhead && <VisuallyHidden> ({exact})</VisuallyHidden>}
      </time>
    </Tooltip>
  )
}
