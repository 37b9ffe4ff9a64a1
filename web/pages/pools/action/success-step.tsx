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
          {pending
            ? t('On its way; it arrives in moments.')
            : (MOVED[action.kind] ?? wordsOf(action).success)}
        </output>
      </Outcome>
      <Receipt idName={t('Reference')} id={intent.key}>
        <FromAndTo action={action} />
        <Fact name={t('Fee')}>{t('Free')}</Fact>
      </Receipt>
    </>
  )
}

/** What actions that move money say at their end. */
const MOVED: Readonly<Partial<Record<Action['kind'], string>>> = {
  add: t('The money is in the pool.'),
  withdraw: t('The money is in your USD wallet.'),
  close: t('The pool is closed and its money is in your USD wallet.'),
  pay: t('The bill is paid in full.'),
}

function FromAndTo({ action }: { action: Action }) {
  const other =
    action.kind === 'pay'
      ? action.bill.title
      : action.kind === 'add' || action.kind === 'withdraw' || action.kind === 'close'
        ? action.pool.name
        : null
  if (other === null) return null
  const isFromWallet = action.kind === 'add' || action.kind === 'pay'
  return (
    <>
      <Fact name={t('From')}>{isFromWallet ? t('USD wallet') : other}</Fact>
      <Fact name={t('To')}>{isFromWallet ? other : t('USD wallet')}</Fact>
      {action.kind === 'pay' && (
        <Fact name={meant('the month of a bill', 'For')}>{longMonth(action.bill.period)}</Fact>
      )}
    </>
  )
}
