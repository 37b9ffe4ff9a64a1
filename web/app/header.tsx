import { clsx } from 'clsx'
import { CircleUser, LogOut } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useAuth } from '../data/session.tsx'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { Button } from '../ui/button.tsx'
import { IconButton, iconButtonClass } from '../ui/icon-button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { LogoMark } from './logo.tsx'
import { navigationLinks } from './navigation.ts'
import { Link, NavLink, useNavigate } from '../parts/router.ts'
import { SearchButton } from './search-button.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import type { Theme, ThemeChoice } from './theme.ts'
import { t } from '../texts/texts.ts'

const Bell = lazy(() => import('./bell.tsx'))
const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

export function Header({ theme, choice }: { theme: Theme; choice: ThemeChoice }) {
  const { status, user } = useAuth()
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-canvas pt-[env(safe-area-inset-top)]">
      <div className="page-width flex h-16 items-center gap-4">
        <Link
          to="/"
          aria-label={t('Youtility, home')}
          className="flex min-h-11 items-center gap-2.5 rounded-control font-bold tracking-tight"
        >
          <LogoMark className="size-8" />
          <span className="text-lg max-[26rem]:sr-only">{t('Youtility')}</span>
        </Link>
        {/* What comes when the session is known stands before what is there already: nothing moves. */}
        <div className="-me-3 flex grow items-center justify-end gap-0.5">
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
        </div>
      </div>
    </header>
  )
}

const countUnsent = async (): Promise<number> => {
  const { unsentChanges } = await import('../data/outbox.ts')
  return unsentChanges()
}

function MemberActions({ name }: { name: string }) {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const [unsent, setUnsent] = useState(0)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(unsent > 0, button)
  const leave = () => {
    // In one go: were the user cleared first, the guard would send a members' page to the login.
    void navigate('/')
    void signOut()
  }
  const askToLeave = async () => {
    // What can't be counted must not keep anybody from leaving.
    const waiting = await countUnsent().catch(() => 0)
    if (waiting === 0) leave()
    else setUnsent(waiting)
  }
  const label = name.trim() || t('Profile')
  return (
    <>
      <Suspense fallback={<span className="size-11" />}>
        <Bell />
      </Suspense>
      <Tooltip text={label}>
        <NavLink
          to="/profile"
          aria-label={label}
          className={({ isActive }) => clsx(iconButtonClass, isActive && 'bg-primary-soft text-primary')}
        >
          <CircleUser aria-hidden="true" className="size-5" />
        </NavLink>
      </Tooltip>
      <IconButton
        label={t('Sign out')}
        icon={<LogOut aria-hidden="true" className="size-5" />}
        ref={button}
        onClick={() => void askToLeave()}
      />
      {unsent > 0 && (
        <Suspense>
          <SignOutDialog unsent={unsent} onLeave={leave} onClose={() => setUnsent(0)} />
        </Suspense>
      )}
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
