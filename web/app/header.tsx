import { clsx } from 'clsx'
import { CircleUser } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useAuth } from '../data/session.tsx'
import { Button } from '../ui/button.tsx'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { HeaderFrame } from './header-frame.tsx'
import { HEADER_LINKS } from './navigation.ts'
import { NavLink } from '../parts/router.ts'
import { useSignIn } from '../parts/use-sign-in.ts'
import { SearchButton } from './search-button.tsx'
import type { ThemeChoice } from './theme.ts'
import { t } from '../texts/texts.ts'

const Bell = lazy(() => import('./bell.tsx'))
const ThemeToggle = lazy(() => import('./theme-toggle.tsx'))
const SignOut = lazy(() => import('./sign-out.tsx'))

/** Under More there. */
const NOT_ON_PHONES = 'max-[56.25rem]:hidden'

const SPACE = <span className="inline-flex size-11" />

export function Header({ choice }: { choice: ThemeChoice }) {
  const { status, user } = useAuth()
  return (
    <HeaderFrame>
      {status === 'signed_in' && (
        <nav aria-label={t('Main')} className="ms-4 me-auto hidden items-center gap-1 min-[56.25rem]:flex">
          {HEADER_LINKS.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              end={to === '/'}
              className={({ isActive }) =>
                clsx(
                  'flex min-h-11 items-center rounded-control px-3 text-[0.8125rem] font-semibold tracking-wide transition-colors duration-150',
                  isActive ? 'chosen' : 'text-muted hover:text-ink',
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
      {(status === 'signed_out' || status === 'lapsed' || status === 'closed') && <SignIn />}
      <span className={clsx(status === 'signed_in' && NOT_ON_PHONES)}>
        <Suspense fallback={SPACE}>
          <ThemeToggle choice={choice} />
        </Suspense>
      </span>
    </HeaderFrame>
  )
}

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
          className={({ isActive }) => clsx(iconButtonClass, isActive && 'chosen')}
        >
          <CircleUser />
        </NavLink>
      </Tooltip>
      <span className={NOT_ON_PHONES}>
        <Suspense fallback={SPACE}>
          <SignOut />
        </Suspense>
      </span>
    </>
  )
}

function SignIn() {
  const { signIn, isLeaving } = useSignIn()
  return (
    <Button className="mx-2" busy={isLeaving} onClick={signIn}>
      {t('SIGN IN')}
    </Button>
  )
}
