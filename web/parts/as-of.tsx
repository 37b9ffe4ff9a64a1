import { Clock } from 'lucide-react'
import { RelativeTime } from './relative-time.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { t } from '../texts/texts.ts'

/**
 * How old what is shown is: "As of 3 min ago". `at` undefined: never loaded. `live`: just confirmed by the
 * server, nothing to say. `refreshing`: a newer answer is on its way.
 */
export function AsOf({
  at,
  live = false,
  refreshing = false,
}: {
  at: string | undefined
  live?: boolean
  refreshing?: boolean
}) {
  if (refreshing)
    return (
      <span className="inline-flex items-center gap-1.5 text-sm text-muted">
        <Spinner className="text-xs" />
        {t('Refreshing')}
      </span>
    )
  if (live) return null
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <Clock className="size-3.5" />
      {at === undefined ? t('Not loaded yet') : <RelativeTime at={at} prefix={t('As of ')} clock="real" />}
    </span>
  )
}
