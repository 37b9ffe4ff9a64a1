import { exactTime, relativeTime } from '../ui/time-format.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { useLedgerNow, useNow } from './use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/** A clock's error up to this is normal, and so is the age of a response. */
const CLOCKS_DIFFER_MS = 120_000

/**
 * A time such as "3 min ago", updated by itself; the exact time on hover and on keyboard focus. `at` is ISO 8601, by
 * the ledger's clock or, such as the age of a response, by the real one.
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
  // The clock was put back, and the server can't be asked how far: the age is unknown.
  const isAhead = clock === 'real' && moment - now > CLOCKS_DIFFER_MS
  return (
    <Tooltip text={exact}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time is reached by keyboard too */}
      <time dateTime={at} tabIndex={0} className="rounded-sm tabular">
        <span>{prefix}</span>
        <span>{isAhead ? exact : relativeTime(moment, Math.max(now, moment))}</span>
        {!isAhead && <VisuallyHidden> ({exact})</VisuallyHidden>}
      </time>
    </Tooltip>
  )
}
