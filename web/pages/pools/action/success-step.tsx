import { dollars } from '../../../texts/money.ts'
import { CircleCheck } from 'lucide-react'
import { Fact } from '../../../ui/facts.tsx'
import { longMonth } from '../../../ui/time-format.ts'
import { Outcome } from '../../../flow/outcome.tsx'
import { Receipt } from '../../../flow/receipt.tsx'
import type { Action } from './actions.ts'
import { centsOf } from './amounts.ts'
import type { Intent, Result } from './machine.ts'
import { wordsOf } from './words.ts'
import { meant, t } from '../../../texts/texts.ts'

/** Amount in cents: as the server returned it, else as requested; null when unknown. */
const amountOf = ({ action }: Intent, result: Result): number | null => {
  if (result?.amountCents !== null && result?.amountCents !== undefined) return result.amountCents
  if (action.kind === 'add' || action.kind === 'withdraw') return centsOf(action.amount)
  return action.kind === 'pay' ? action.bill.amountCents : null
}

export function SuccessStep({ intent, result }: { intent: Intent; result: Result }) {
  const { action } = intent
  const amount = amountOf(intent, result)
  const pending = result?.pending === true
  return (
    <>
      <Outcome icon={<CircleCheck className="size-12 text-credit" />}>
        {amount !== null && <p className="text-3xl font-bold tracking-tight tabular">{dollars(amount)}</p>}
        <output className="block text-muted">
          {pending ? t('On its way; it arrives in moments.') : successText(action)}
        </output>
      </Outcome>
      <Receipt idName={t('Reference')} id={intent.key}>
        <FromAndTo action={action} />
        <Fact name={t('Fee')}>{t('Free')}</Fact>
      </Receipt>
    </>
  )
}

const successText = (action: Action): string => {
  switch (action.kind) {
    case 'add':
      return t('The money is in the pool.')
    case 'withdraw':
      return t('The money is in your USD wallet.')
    case 'close':
      return t('The pool is closed and its money is in your USD wallet.')
    case 'pay':
      return t('The bill is paid in full.')
    case 'create':
    case 'settings':
    case 'wallet_fallback':
      return wordsOf(action).success
    default:
      return action satisfies never
  }
}

function FromAndTo({ action }: { action: Action }) {
  switch (action.kind) {
    case 'add':
      return (
        <>
          <Fact name={t('From')}>{t('USD wallet')}</Fact>
          <Fact name={t('To')}>{action.pool.name}</Fact>
        </>
      )
    case 'withdraw':
    case 'close':
      return (
        <>
          <Fact name={t('From')}>{action.pool.name}</Fact>
          <Fact name={t('To')}>{t('USD wallet')}</Fact>
        </>
      )
    case 'pay':
      return (
        <>
          <Fact name={t('From')}>{t('USD wallet')}</Fact>
          <Fact name={t('To')}>{action.bill.title}</Fact>
          <Fact name={meant('the month of a bill', 'For')}>{longMonth(action.bill.period)}</Fact>
        </>
      )
    case 'create':
    case 'settings':
    case 'wallet_fallback':
      return null
    default:
      return action satisfies never
  }
}
