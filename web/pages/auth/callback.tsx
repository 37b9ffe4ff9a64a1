import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../parts/router.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { PageMessage } from '../../parts/page-message.tsx'
import { takePlace } from '../../parts/return-place.ts'
import { useAuth } from '../../data/session.tsx'
import { useSignIn } from '../../parts/use-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { t } from '../../texts/texts.ts'

const SUCCESS_MS = 2000

type Outcome = { state: 'loading' } | { state: 'success' } | { state: 'error'; message: string }

/**
 * The identity provider redirects the browser to this page. `exchangeCode` sends the query's code only once,
 * however often the effect runs.
 */
export default function AuthCallback() {
  const { exchangeCode } = useAuth()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<Outcome>({ state: 'loading' })

  useEffect(() => {
    let left = false
    exchangeCode(new URLSearchParams(search)).then(
      () => !left && setOutcome({ state: 'success' }),
      (error: unknown) => !left && setOutcome({ state: 'error', message: messageOf(error) }),
    )
    return () => {
      left = true
    }
  }, [exchangeCode, search])

  useEffect(() => {
    if (outcome.state !== 'success') return
    const timer = setTimeout(() => navigate(takePlace() ?? '/dashboard', { replace: true }), SUCCESS_MS)
    return () => clearTimeout(timer)
  }, [outcome.state, navigate])

  switch (outcome.state) {
    case 'loading':
      return (
        <PageMessage live="status" icon={<Spinner className="text-2xl" />} title={t('Authenticating...')}>
          {t('Setting up your account')}
        </PageMessage>
      )
    case 'success':
      return (
        <PageMessage
          live="status"
          icon={<CircleCheck className="size-8" />}
          tone="bg-credit-soft text-credit"
          title={t('Welcome')}
        >
          {t('You are signed in. Your dashboard opens in a moment.')}
        </PageMessage>
      )
    case 'error':
      return <Failed>{outcome.message}</Failed>
    default:
      return outcome satisfies never
  }
}

/** Stays until the member goes on: some reasons tell what to do elsewhere. */
function Failed({ children }: { children: string }) {
  const { signIn, isLeaving } = useSignIn({ otherAccount: true })
  return (
    <PageMessage
      live="alert"
      icon={<CircleAlert className="size-8" />}
      tone="bg-debit-soft text-debit"
      title={t('Authentication Failed')}
      actions={
        <>
          <Button busy={isLeaving} onClick={signIn}>
            {t('Sign in with another account')}
          </Button>
          <ButtonLink to="/" variant="secondary">
            {t('Return to Homepage')}
          </ButtonLink>
        </>
      }
    >
      {children}
    </PageMessage>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message.trim() !== ''
    ? error.message
    : t('Something went wrong. Please try again.')
