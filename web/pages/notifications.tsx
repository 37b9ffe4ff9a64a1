import { clsx } from 'clsx'
import {
  ArrowDownLeft,
  Bell,
  HandCoins,
  MessageSquareReply,
  DoorOpen,
  IdCard,
  Landmark,
  Percent,
  PiggyBank,
  ReceiptText,
  Shield,
  Signal,
  Sprout,
  Vote,
  type LucideIcon,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { placeOf, type Localizer, wordsOf } from '../../api/contract/notification-words.ts'
import type { Notification } from '../../api/contract/notifications.ts'
import { Link } from '../parts/router.ts'
import { useList } from '../data/cached.ts'
import { useConnectivity } from '../data/connectivity.ts'
import { notifications, readUpTo } from '../data/notifications.ts'
import { BelowFirstScreen } from '../parts/below-first-screen.tsx'
import { NotYet, RefreshFailed } from '../parts/freshness.tsx'
import { useNamedPart } from '../parts/use-named-part.ts'
import { PageHead } from '../parts/page-head.tsx'
import { RelativeTime } from '../parts/relative-time.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RowsSkeleton } from '../ui/row.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { Settings } from './notifications/settings.tsx'
import { t } from '../texts/texts.ts'
import { formatMoney } from '../texts/money.ts'
import { MoreButton } from '../parts/more-button.tsx'
import { RoundIcon } from '../ui/round-icon.tsx'
import { calendarDate, longMonth } from '../ui/time-format.ts'

const LOCALIZER: Localizer = { t, money: formatMoney, day: calendarDate, month: longMonth }

const ICONS: Readonly<Record<Notification['kind'], LucideIcon>> = {
  money_in: ArrowDownLeft,
  deposit: PiggyBank,
  withdrawal: Landmark,
  request: HandCoins,
  bill: ReceiptText,
  bill_paid: ReceiptText,
  pool: Sprout,
  interest: Percent,
  data: Signal,
  vote: Vote,
  case: MessageSquareReply,
  security: Shield,
  identity: IdCard,
  closing: DoorOpen,
  unfamiliar: Bell,
}

/**
 * Marks all notifications as read on every device as soon as the page shows the current list. Those that were unread stay
 * marked until the member leaves the page.
 */
const useReading = (rows: readonly Notification[], isCurrent: boolean): ReadonlySet<string> => {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const unread = rows.filter(({ read, id }) => !read && !marked.has(id))
  if (unread.length > 0) setMarked(new Set([...marked, ...unread.map(({ id }) => id)]))
  const offline = useConnectivity() === 'offline'
  const newest = rows[0]
  const upTo = isCurrent && !offline && newest !== undefined && !newest.read ? newest.id : null
  useEffect(() => {
    if (upTo !== null)
      readUpTo(upTo).catch((error: unknown) => console.warn('What was read could not be said', error))
  }, [upTo])
  return marked
}

export default function NotificationsPage() {
  const { rows, hasMore, loadMore, ...view } = useList(notifications)
  useNamedPart(view.asOf !== null)
  const marked = useReading(rows, view.state === 'live')
  return (
    <div className="page-width grid max-w-4xl gap-6 py-6 sm:py-10">
      <PageHead title={t('Notifications')} view={view} />
      <RefreshFailed {...view} />
      <Card aria-busy={view.asOf === null}>
        <NotYet what={t('notifications')} {...view}>
          <RowsSkeleton lines={5} />
        </NotYet>
        {view.asOf !== null && rows.length === 0 && (
          <EmptyState icon={<Bell />} title={t('Nothing to tell you yet')}>
            {t(
              'Money that comes in or is taken back, requests, bills and what concerns your security will show here.',
            )}
          </EmptyState>
        )}
        <ul aria-label={t('Notifications')} className="grid divide-y divide-line">
          {rows.map((notification) => (
            <Line key={notification.id} notification={notification} isUnread={marked.has(notification.id)} />
          ))}
        </ul>
        {hasMore && (
          <div className="mt-4">
            <MoreButton variant="secondary" load={loadMore}>
              {t('Show more')}
            </MoreButton>
          </div>
        )}
      </Card>
      {/* Shown after the list above has loaded, so that it does not move. */}
      {(view.asOf !== null || view.state === 'never') && (
        <BelowFirstScreen id="settings" height_rem={24}>
          <Settings />
        </BelowFirstScreen>
      )}
    </div>
  )
}

function Line({ notification, isUnread }: { notification: Notification; isUnread: boolean }) {
  const Icon = ICONS[notification.kind]
  const { title, text } = wordsOf(notification, LOCALIZER)
  return (
    <li>
      <Link
        to={placeOf(notification)}
        className="-mx-2 flex items-start gap-3 rounded-control px-2 py-3 hover:bg-primary-soft"
      >
        <RoundIcon
          className="mt-0.5 size-9"
          {...(notification.kind === 'security' && { tone: 'bg-warning-soft text-warning' })}
        >
          <Icon className="size-4.5" />
        </RoundIcon>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline justify-between gap-4">
            <span className="font-semibold wrap-anywhere">
              <span>{title}</span>
              {isUnread && <VisuallyHidden>{t(', new')}</VisuallyHidden>}
            </span>
            <span className="shrink-0 text-sm text-muted">
              <RelativeTime
                at={notification.at}
                clock={notification.kind === 'security' ? 'real' : 'ledger'}
              />
            </span>
          </span>
          <span className="block text-[0.9375rem] wrap-anywhere text-muted">{text}</span>
        </span>
        <span
          aria-hidden="true"
          className={clsx('mt-2 size-2.5 shrink-0 rounded-full', isUnread ? 'bg-primary' : 'bg-transparent')}
        />
      </Link>
    </li>
  )
}
