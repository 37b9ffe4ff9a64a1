import { clsx } from 'clsx'
import { Activity, CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ActivityEntry } from '../../../api/contract/device-usage.ts'
import { useList } from '../../data/cached.ts'
import { telecomActivity } from '../../data/devices.ts'
import { CachedCard } from '../../parts/cached-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RelativeTime } from '../../parts/relative-time.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { SEVERITY_WORDS } from './words.ts'
import { t } from '../../texts/texts.ts'
import { LoadMore } from '../../parts/more-button.tsx'
import { translateServerText } from '../../texts/translate-server-text.ts'

const LOOKS = {
  info: { Icon: Info, ink: 'text-primary' },
  success: { Icon: CircleCheck, ink: 'text-credit' },
  warning: { Icon: TriangleAlert, ink: 'text-warning' },
  error: { Icon: CircleAlert, ink: 'text-debit' },
} as const

/** The tab 'Activity Feed': events of the devices, newest first. */
export default function ActivityFeed() {
  const { rows, hasMore, loadMore, ...view } = useList(telecomActivity)
  return (
    <CachedCard title={t('Activity Feed')} what={t('activity')} view={view} skeleton="h-48 w-full">
      {view.asOf !== null && rows.length === 0 && (
        <EmptyState icon={<Activity />} title={t('Nothing has happened yet')}>
          {t('Orders, plan changes and alerts of your devices will show here.')}
        </EmptyState>
      )}
      <ul aria-label={t('Device activity')} className="grid divide-y divide-line">
        {rows.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {hasMore && (
        <div className="mt-4">
          <LoadMore load={loadMore} />
        </div>
      )}
    </CachedCard>
  )
}

function Entry({ entry: { severity, message, device_label, at } }: { entry: ActivityEntry }) {
  const { Icon, ink } = LOOKS[severity]
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon className={clsx('mt-0.5 size-5 shrink-0', ink)} />
      <div className="min-w-0 flex-1">
        <p className="text-[0.9375rem] wrap-anywhere">
          <VisuallyHidden>{SEVERITY_WORDS[severity]}: </VisuallyHidden>
          {translateServerText(message)}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {device_label !== '' && <span>{device_label} · </span>}
          <RelativeTime at={at} />
        </p>
      </div>
    </li>
  )
}
