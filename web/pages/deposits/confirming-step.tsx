import { dollars } from '../../texts/money.ts'
import { ShieldQuestion } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useConnectivity } from '../../data/connectivity.ts'
import { Button } from '../../ui/button.tsx'
import { Outcome } from '../../flow/outcome.tsx'
import { FAILED } from './answers.ts'
import type { CardForm } from './card-confirmation.ts'
import type { FundsFlow } from './flow.ts'
import type { CardQuestion } from './machine.ts'
import { answerIssuer } from './calls.ts'
import { useAttempt } from '../../parts/use-attempt.ts'
import { SandboxNotice } from './sandbox-notice.tsx'
import { ProblemLine } from '../../ui/problem.tsx'
import { t } from '../../texts/texts.ts'

/** The card's issuer asks the member to confirm: in Stripe's form, or in our own form in the sandbox. */
export function ConfirmingStep({ flow, question }: { flow: FundsFlow; question: CardQuestion }) {
  const { stripe, deposit } = question
  return stripe === null ? (
    <TestIssuer flow={flow} id={deposit.id} total={deposit.total} />
  ) : (
    <StripeForm flow={flow} stripe={stripe} total={deposit.total} />
  )
}

function TestIssuer({ flow, id, total }: { flow: FundsFlow; id: string; total: number }) {
  const [chosen, setChosen] = useState<'approve' | 'decline' | null>(null)
  const { running, problem, run } = useAttempt({ otherwise: FAILED.payment })
  const answering = running ? chosen : null
  const offline = useConnectivity() === 'offline'
  const answer = (outcome: 'approve' | 'decline') => {
    setChosen(outcome)
    void run(
      () => answerIssuer(id, outcome),
      () => flow.dispatch({ type: 'confirmed' }),
    )
  }
  return (
    <div className="grid gap-4 pb-2">
      <Outcome icon={<ShieldQuestion className="size-12 text-warning" />}>
        <p className="text-lg font-semibold">
          {t('Approve the payment of {total}?', { total: dollars(total) })}
        </p>
        <p className="max-w-sm text-muted">
          {t('The bank that issued this card asks for your confirmation before it pays.')}
        </p>
      </Outcome>
      <SandboxNotice>{t('You answer in the place of the bank’s own page or app.')}</SandboxNotice>
      <ProblemLine>{problem}</ProblemLine>
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="secondary"
          busy={answering === 'decline'}
          disabled={offline || answering === 'approve'}
          onClick={() => answer('decline')}
        >
          {t('Decline')}
        </Button>
        <Button
          busy={answering === 'approve'}
          disabled={offline || answering === 'decline'}
          onClick={() => answer('approve')}
        >
          {t('Approve')}
        </Button>
      </div>
    </div>
  )
}

function StripeForm({
  flow,
  stripe,
  total,
}: {
  flow: FundsFlow
  stripe: NonNullable<CardQuestion['stripe']>
  total: number
}) {
  const place = useRef<HTMLDivElement>(null)
  const [form, setForm] = useState<CardForm | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const offline = useConnectivity() === 'offline'
  useEffect(() => {
    const at = place.current
    if (at === null) return
    let gone = false
    let mounted: CardForm | undefined
    const mount = async () => {
      const { mountCardForm } = await import('./card-confirmation.ts')
      mounted = await mountCardForm(stripe, at)
      if (gone) mounted.remove()
      else setForm(mounted)
    }
    mount().catch((error: unknown) => {
      console.error('The card form could not be shown', error)
      if (!gone) setProblem(t('The card form could not be loaded. Close this and try again.'))
    })
    return () => {
      gone = true
      mounted?.remove()
    }
  }, [stripe])
  const pay = async () => {
    if (form === null) return
    setBusy(true)
    const refused = await form.confirm().catch(() => t('The card could not be confirmed. Please try again.'))
    setBusy(false)
    setProblem(refused)
    if (refused === null) flow.dispatch({ type: 'confirmed' })
  }
  return (
    <div className="grid gap-4 pb-2">
      <div ref={place} className="min-h-52" />
      <ProblemLine>{problem}</ProblemLine>
      <Button wide busy={busy} disabled={form === null || offline} onClick={() => void pay()}>
        {t('Pay {total}', { total: dollars(total) })}
      </Button>
    </div>
  )
}
