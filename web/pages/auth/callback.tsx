import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from '../../parts/router.ts'
import { takePlace } from '../../parts/return-place.ts'
import { useAuth } from '../../data/session.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { RoundIcon } from '../../ui/round-icon.tsx'
import { t } from '../../texts/texts.ts'

const SUCCESS_MS = 2000
const ERROR_MS = 3000

type Outcome = { state: 'loading' } | { state: 'success' } | { state: 'error'; message: string }

/**
 * Where the identity provider sends the browser back to. `exchangeCode` sends what came in the query once,
 * however often this effect runs; only the timers belong to this page.
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
      () => void navigate(succeeded ? (takePlace() ?? '/dashboard') : '/', { replace: true }),
      succeeded ? SUCCESS_MS : ERROR_MS,
    )
    return () => clearTimeout(timer)
  }, [outcome.state, navigate])

  return (
    <div className="page-width grid min-h-[calc(100dvh-12rem)] place-items-center py-12">
      <div
        role={outcome.state === 'error' ? 'alert' : 'status'}
        className="grid max-w-md justify-items-center gap-3 text-center"
      >
        <View outcome={outcome} />
      </div>
    </div>
  )
}

function View({ outcome }: { outcome: Outcome }) {
  switch (outcome.state) {
    case 'loading':
      return (
        <Message
          icon={<Spinner className="text-2xl" />}
          tone="bg-primary-soft text-primary"
          title={t('Authenticating...')}
        >
          {t('Setting up your account')}
        </Message>
      )
    case 'success':
      return (
        <Message
          icon={<CircleCheck className="size-8" />}
          tone="bg-credit-soft text-credit"
          title={t('Welcome')}
        >
          {t('You are signed in. Your dashboard opens in a moment.')}
        </Message>
      )
    case 'error':
      return (
        <Message
          icon={<CircleAlert className="size-8" />}
          tone="bg-debit-soft text-debit"
          title={t('Authentication Failed')}
        >
          {outcome.message}
        </Message>
      )
    default:
      return outcome satisfies never
  }
}

function Message({
  icon,
  tone,
  title,
  children,
}: {
  icon: ReactNode
  tone: string
  title: string
  children: ReactNode
}) {
  return (
    <>
      <RoundIcon className="mb-2 size-16" tone={tone}>
        {icon}
      </RoundIcon>
      <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
      <p className="text-muted">{children}</p>
    </>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Error && error.message.trim() !== '' ? error.message : t('Authentication failed')
