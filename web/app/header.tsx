import { clsx } from 'clsx'
import { CircleUser, LogOut } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useAuth } from '../data/session.tsx'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { Button } from '../ui/button.tsx'
import { IconButton, iconButtonClass } from '../ui/icon-button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { HeaderFrame } from './header-frame.tsx'
import { navigationLinks } from './navigation.ts'
import { NavLink, useNavigate } from '../parts/router.ts'
import { SearchButton } from './search-button.tsx'
import type { Losses } from './sign-out-losses.ts'
import { ThemeToggle } from './theme-toggle.tsx'
import type { Theme, ThemeChoice } from './theme.ts'
import { t } from '../texts/texts.ts'

const Bell = lazy(() => import('./bell.tsx'))
const SignOutDialog = lazy(() => import('./sign-out-dialog.tsx'))

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

function MemberActions({ name }: { name: string }) {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  const [losses, setLosses] = useState<Losses | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useFocusAfter(losses !== null, button)
  const leave = () => {
    // In one update: if the user were cleared first, the guard would redirect a members' page to the login.
    void navigate('/')
    void signOut()
  }
  const askToLeave = async () => {
    // A failed look must not keep anybody from signing out.
    const found = await import('./sign-out-losses.ts').then(({ lossesNow }) => lossesNow()).catch(() => null)
    if (found === null) leave()
    else setLosses(found)
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
          <CircleUser />
        </NavLink>
      </Tooltip>
      <IconButton label={t('Sign out')} icon={<LogOut />} ref={button} onClick={() => void askToLeave()} />
      {losses !== null && (
        <Suspense>
          <SignOutDialog losses={losses} onLeave={leave} onClose={() => setLosses(null)} />
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
