import { forbidsCookies } from './cookies.ts'
import { CloudOff, Lock } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useConnectivity } from '../data/connectivity.ts'
import { useAuth } from '../data/session.tsx'
import { ButtonLink } from '../parts/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { rememberPlace } from '../parts/return-place.ts'
import { useNavigate } from '../parts/router.ts'
import { useSignIn } from '../parts/use-sign-in.ts'
import { t } from '../texts/texts.ts'
import { PageMessage } from '../parts/page-message.tsx'
import { Verifying } from './verifying.tsx'

/** Shows its children to members only. */
export function Guard({ children }: { children: ReactNode }) {
  const { status } = useAuth()
  const connectivity = useConnectivity()
  switch (status) {
    case 'pending':
      return <Verifying />
    case 'signed_in':
      return children
    case 'signed_out':
      return connectivity === 'offline' ? <Locked /> : <Restricted />
    case 'lapsed':
      return <Lapsed />
    default:
      return status satisfies never
  }
}

/**
 * Redirects to the login at once and remembers the requested address; the page is for slow browsers and networks, and
 * for those without cookies, who would come back as they left.
 */
function Restricted() {
  const { signIn, isLeaving } = useSignIn()
  useEffect(() => {
    rememberPlace(globalThis.location)
    if (!forbidsCookies()) signIn()
  }, [signIn])
  return (
    <PageMessage
      icon={<Lock className="size-7" />}
      title={t('Access Restricted')}
      actions={
        <>
          <Button busy={isLeaving} onClick={signIn}>
            {t('Sign In to Continue')}
          </Button>
          <ButtonLink to="/" variant="secondary">
            {t('Return to Homepage')}
          </ButtonLink>
        </>
      }
    >
      {t('This area is for Youtility members only. Please sign in to continue.')}
    </PageMessage>
  )
}

/**
 * The session ended by itself during a visit. Does not redirect to the login unasked: a provider that remembers the
 * member would let in whoever sits there now.
 */
function Lapsed() {
  const { signOut } = useAuth()
  const { signIn, isLeaving } = useSignIn()
  const navigate = useNavigate()
  useEffect(() => {
    rememberPlace(globalThis.location, true)
    // The element with the focus, perhaps in a dialog, is gone with the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [])
  const remove = () => {
    navigate('/')
    void signOut()
  }
  return (
    <PageMessage
      live="status"
      icon={<Lock className="size-7" />}
      title={t('Access Restricted')}
      actions={
        <>
          <Button busy={isLeaving} onClick={signIn}>
            {t('Sign In to Continue')}
          </Button>
          <Button variant="secondary" onClick={remove}>
            {t('Remove What Is Kept')}
          </Button>
        </>
      }
    >
      {t(
        'Your session has ended, and nothing was sent after that. What you had begun, and changes that wait to be sent, are kept on this device: sign in again as the same member and go on where you were. Was your account closed? Then remove what is kept.',
      )}
    </PageMessage>
  )
}

/** Nobody is signed in and nobody can sign in now: no member data is shown. */
function Locked() {
  const { fetching, refetch } = useAuth()
  return (
    <PageMessage
      icon={<CloudOff className="size-7" />}
      title={t('Locked while offline')}
      actions={
        <>
          <Button busy={fetching} onClick={() => void refetch().catch(() => undefined)}>
            {t('Try again')}
          </Button>
          <ButtonLink to="/" variant="secondary">
            {t('Return to Homepage')}
          </ButtonLink>
        </>
      }
    >
      {t(
        'You are signed out, or were offline for more than three days, and the server can’t be reached. Sign in when you are back online: until then nothing of yours is shown on this device.',
      )}
    </PageMessage>
  )
}
