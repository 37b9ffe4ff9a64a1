import type { Activity } from '../../../../api/contract/wallet.ts'
import { Amount } from '../../../parts/hidden-balances.tsx'
import { MEANINGS } from './look.ts'

/** The amount of a movement with its sign; nothing where no money moved. */
export function MovementAmount({ of: { kind, amount, currency } }: { of: Activity }) {
  if (amount === null || currency === null) return null
  return (
    <Amount
      amount={amount.replace(/^-/, '')}
      currency={currency}
      direction={amount.startsWith('-') ? 'debit' : 'credit'}
      meaning={MEANINGS[kind]}
    />
  )
}
