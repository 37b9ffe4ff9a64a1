import { decimalOf } from '../../../api/contract/money.ts'
import { Amount } from '../../parts/hidden-balances.tsx'
import type { Meaning } from '../../parts/money.tsx'

/**
 * Dollars from cents, which can be covered as in the wallet. A movement (`direction`) carries its sign; it is
 * a gain or a loss, unless `meaning` says otherwise.
 */
export function Cents({
  cents,
  direction,
  meaning = direction === 'debit' ? 'lost' : 'gained',
}: {
  cents: number
  direction?: 'credit' | 'debit' | undefined
  meaning?: Meaning
}) {
  const amount = decimalOf(BigInt(cents), 2)
  return <Amount amount={amount} currency="USD" direction={direction} meaning={meaning} />
}
