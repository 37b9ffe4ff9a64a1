import { clsx } from 'clsx'
import { CircleUser } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useAuth } from '../data/session.tsx'
import { Button } from '../ui/button.tsx'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { HeaderFrame } from './header-frame.tsx'
import { navigationLinks } from './navigation.ts'
import { NavLink } from '../parts/router.ts'
import { SearchButton } from './search-button.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import type { Theme, ThemeChoice } from './theme.ts'
import { t } from '../texts/texts.ts'

const Bell = lazy(() => import('./bell.tsx'))
const SignOut = lazy(() => import('./sign-out.tsx'))

export function Header({ theme, choice }: { theme: Theme; choice: ThemeChoice }) {
  const { status, user } = useAuth()
  return (
    <HeaderFrame>
      {status === 'signed_in' && (
        <nav aria-label={t('Main')} className="ms-4 me-auto hidden items-center gap-1 md:flex">
          {navigationLinks(theme).map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end={to === '/'}
              className={({ isActive }) =>
                clsx(
                  'flex min-h-11 items-center rounded-control px-3 text-[0.8125rem] font-semibold tracking-wide transition-colors duration-150',
                  isActive ? 'bg-primary-soft text-primary' : 'text-muted hover:text-ink',
                )
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
      )}
      {status === 'signed_in' && <SearchButton />}
      {status === 'signed_in' && <MemberActions name={user?.google_user_data.given_name ?? ''} />}
      {(status === 'signed_out' || status === 'lapsed') && <SignIn />}
      <ThemeToggle choice={choice} />
    </HeaderFrame>
  )
}

const SPACE = <span className="size-11" />

function MemberActions({ name }: { name: string }) {
  const label = name.trim() || t('Profile')
  return (
    <>
      <Suspense fallback={SPACE}>
        <Bell />
      </Suspense>
      <Tooltip text={label}>
        <NavLink
          to="/profile"
          aria-label={label}
          className={({ isActive }) => clsx(iconButtonClass, isActive && 'bg-primary-soft text-primary')}
        >
          <CircleUser />
        </NavLink>
      </Tooltip>
      <Suspense fallback={SPACE}>
        <SignOut />
      </Suspense>
    </>
  )
}

function SignIn() {
  const { signIn } = useAuth()
  return (
    <Button className="mx-2" onClick={() => void signIn()}>
      {t('SIGN IN')}
    </Button>
  )
}
