import { CircleCheck, Lock } from 'lucide-react'
import { useEffect } from 'react'
import { useAuth } from '../data/session.tsx'
import { PageMessage } from '../parts/page-message.tsx'
import { rememberPlace } from '../parts/return-place.ts'
import { useNavigate } from '../parts/router.ts'
import { useSignIn } from '../parts/use-sign-in.ts'
import { t } from '../texts/texts.ts'
import { Button } from '../ui/button.tsx'

/** In place of a member's page when the session ended during a visit; few members ever see it. */
export default function SessionOver({ closed }: { closed: boolean }) {
  return closed ? <Closed /> : <Lapsed />
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

/** The member has just closed the account. Leaving ends the identity provider's session too. */
function Closed() {
  const { signOut } = useAuth()
  const navigate = useNavigate()
  useEffect(() => document.getElementById('main')?.focus(), [])
  const leave = () => {
    navigate('/')
    void signOut()
  }
  return (
    <PageMessage
      live="status"
      icon={<CircleCheck className="size-7" />}
      title={t('Your account is closed')}
      actions={<Button onClick={leave}>{t('Return to Homepage')}</Button>}
    >
      {t(
        'Your profile, contacts, devices and credentials have been erased, with us and on this device. For legal reasons the amounts stay in our books, no longer linked to you.',
      )}
    </PageMessage>
  )
}
