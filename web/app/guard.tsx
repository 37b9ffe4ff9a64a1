import { forbidsCookies } from './cookies.ts'
import { CloudOff, Lock } from 'lucide-react'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useConnectivity } from '../data/connectivity.ts'
import { useAuth } from '../data/session.tsx'
import { ButtonLink } from '../parts/button-link.tsx'
import { Button } from '../ui/button.tsx'
import { rememberPlace } from '../parts/return-place.ts'
import { useSignIn } from '../parts/use-sign-in.ts'
import { t } from '../texts/texts.ts'
import { PageMessage } from '../parts/page-message.tsx'
import { Verifying } from './verifying.tsx'

const SessionOver = lazy(() => import('./session-over.tsx'))

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
    case 'closed':
      return (
        <Suspense>
          <SessionOver closed={status === 'closed'} />
        </Suspense>
      )
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
