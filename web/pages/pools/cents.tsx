import { decimalOf } from '../../data/amounts.ts'
import { Amount } from '../../parts/hidden-balances.tsx'

/** Dollars from cents, which can be covered as in the wallet. A movement (`direction`) carries its sign. */
export function Cents({ cents, direction }: { cents: number; direction?: 'credit' | 'debit' | undefined }) {
  return <Amount amount={decimalOf(BigInt(cents), 2)} currency="USD" direction={direction} />
}
