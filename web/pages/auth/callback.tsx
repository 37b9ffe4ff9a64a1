import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../parts/router.ts'
import { PageMessage } from '../../parts/page-message.tsx'
import { takePlace } from '../../parts/return-place.ts'
import { useAuth } from '../../data/session.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { t } from '../../texts/texts.ts'

const SUCCESS_MS = 2000
const ERROR_MS = 3000

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
    if (outcome.state === 'loading') return
    const succeeded = outcome.state === 'success'
    const timer = setTimeout(
      () => navigate(succeeded ? (takePlace() ?? '/dashboard') : '/', { replace: true }),
      succeeded ? SUCCESS_MS : ERROR_MS,
    )
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
      return (
        <PageMessage
          live="alert"
          icon={<CircleAlert className="size-8" />}
          tone="bg-debit-soft text-debit"
          title={t('Authentication Failed')}
        >
          {outcome.message}
        </PageMessage>
      )
    default:
      return outcome satisfies never
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message.trim() !== '' ? error.message : t('Authentication failed')
