import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { BAR_LINKS } from './navigation.ts'
import { NavLink } from '../parts/router.ts'
import type { ThemeChoice } from './theme.ts'
import { t } from '../texts/texts.ts'

const MoreLinks = lazy(() => import('./more-links.tsx'))

const item = (isActive: boolean) =>
  clsx(
    'flex h-full w-full flex-col items-center justify-center gap-1 text-[min(0.6875rem,3vw)] font-semibold focus-visible:-outline-offset-2 [&>svg]:size-5.5',
    isActive ? 'text-selected' : 'text-muted',
  )

const More = ({ isActive = false, ...rest }: ComponentProps<'button'> & { isActive?: boolean }) => (
  <button type="button" {...rest} className={item(isActive)}>
    <Ellipsis />
    {t('MORE')}
  </button>
)

/** The links on phones, within reach of a thumb; contacts, devices and what is rarer under More. */
export function BottomBar({ choice }: { choice: ThemeChoice }) {
  // A tap on More before its links have come opens them as they come.
  const [isAwaited, setAwaited] = useState(false)
  return (
    <nav
      aria-label={t('Main')}
      className="fixed inset-x-0 bottom-0 z-20 low:static border-t border-line bg-surface pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] min-[56.25rem]:hidden"
    >
      <ul className="flex h-16 *:min-w-0 *:flex-1">
        {BAR_LINKS.map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/'} className={({ isActive }) => item(isActive)}>
              <Icon />
              {label}
            </NavLink>
          </li>
        ))}
        <li className="*:size-full">
          <Suspense fallback={<More aria-haspopup="menu" onClick={() => setAwaited(true)} />}>
            <MoreLinks choice={choice} Trigger={More} opensAtOnce={isAwaited} />
          </Suspense>
        </li>
      </ul>
    </nav>
  )
}
