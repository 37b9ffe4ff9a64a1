import { clsx } from 'clsx'
import { navigationLinks } from './navigation.ts'
import { NavLink } from '../parts/router.ts'
import type { Theme } from './theme.ts'
import { t } from '../texts/texts.ts'

/** The header's links on phones, within reach of a thumb. */
export function BottomBar({ theme }: { theme: Theme }) {
  return (
    <nav
      aria-label={t('Main')}
      className="fixed inset-x-0 bottom-0 z-20 low:static border-t border-line bg-surface pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] pl-[env(safe-area-inset-left)] md:hidden"
    >
      <ul className="flex h-16">
        {navigationLinks(theme).map(({ to, label, Icon }) => (
          <li key={to} className="min-w-0 flex-1">
            <NavLink
              to={to}
              end={to === '/'}
              className={({ isActive }) =>
                clsx(
                  'flex h-full flex-col items-center justify-center gap-1 font-semibold focus-visible:-outline-offset-2',
                  // Six labels beside each other have to fit a screen of 320 px.
                  'text-[min(0.6875rem,2.6vw)]',
                  isActive ? 'text-primary' : 'text-muted',
                )
              }
            >
              <Icon className="size-5.5" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
