import { decimalOf } from '../../../api/contract/money.ts'
import { Amount } from '../../parts/hidden-balances.tsx'
import type { Meaning } from '../../parts/money.tsx'

/**
 * An amount of cents shown as dollars; covered when balances are hidden. With a `direction` it has a sign and is
 * a gain or a loss, unless `meaning` is given.
 */
export function Cents({
  cents,
  direction,
  meaning = direction === 'debit' ? 'lost' : 'gained',
  fit = false,
}: {
  cents: number
  direction?: 'credit' | 'debit' | undefined
  meaning?: Meaning
  /** Shrinks where it would not fit. */
  fit?: boolean
}) {
  const amount = decimalOf(BigInt(cents), 2)
  return <Amount amount={amount} currency="USD" direction={direction} meaning={meaning} fit={fit} />
}
