import { exactTime, relativeTime } from './time-format.ts'
import { Tooltip } from './tooltip.tsx'
import { useNow } from './use-now.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

/** "3 min ago", going on by itself; the exact time on hover and on keyboard focus. `at` is ISO 8601. */
export function RelativeTime({ at, prefix = '' }: { at: string; prefix?: string }) {
  const now = useNow()
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
