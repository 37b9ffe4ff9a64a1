import { clsx } from 'clsx'
import { Bell as BellIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useCached } from '../data/cached.ts'
import { notificationCounts } from '../data/notifications.ts'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { showBadge } from './app-badge.ts'
import { useOpenedByPush } from './opened-by-push.ts'
import { NavLink } from '../parts/router.ts'
import { t } from '../texts/texts.ts'

const SHOWN_MAX = 99

const countWords = (unread: number): string => (unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread))

/** Link to the notifications, with the number of unread ones; the app's icon shows the number of all that wait. */
export default function Bell() {
  const { value } = useCached(notificationCounts)
  const unread = value?.unread ?? 0
  const waiting = value?.waiting ?? null
  useEffect(() => {
    if (waiting !== null) showBadge(waiting)
  }, [waiting])
  useOpenedByPush()
  useEffect(() => {
    const renew = async () => {
      const { renewPush } = await import('../data/push.ts')
      await renewPush()
    }
    renew().catch((error: unknown) => console.warn('Push could not be renewed', error))
  }, [])
  const label =
    unread === 0 ? t('Notifications') : t('Notifications, {unread} unread', { unread: countWords(unread) })
  return (
    <Tooltip text={label}>
      <NavLink
        to="/notifications"
        aria-label={label}
        className={({ isActive }) => clsx(iconButtonClass, 'relative', isActive && 'chosen')}
      >
        <BellIcon />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="tabular absolute top-0.5 end-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-xs font-bold text-on-primary"
          >
            {countWords(unread)}
          </span>
        )}
      </NavLink>
    </Tooltip>
  )
}
