import { dollars } from '../../../../api/contract/money.ts'
import type { Meaning } from '../../../parts/money.tsx'
import type { PoolActivity, PoolActivityKind } from '../../../../api/contract/pools.ts'

const TITLES: Readonly<Record<PoolActivityKind, string>> = {
  created: 'Pool created',
  contribution: 'Money added',
  withdrawal: 'Withdrawn to your USD wallet',
  dividend: 'Dividend received',
  bill_payment: 'Bill payment',
  bill_payment_returned: 'Bill payment came back',
  auto_pay_on: 'Auto-pay switched on',
  auto_pay_off: 'Auto-pay switched off',
  target_changed: 'Target changed',
  closed: 'Pool closed',
}

/** What one line of a pool's activity says. */
export const titleOf = ({ kind, amount_cents: amount }: PoolActivity): string =>
  kind === 'target_changed' && amount !== null
    ? `Target monthly yield set to ${dollars(amount)}`
    : TITLES[kind]

/** What a line's amount means: dividends are gained, bills spent; the rest goes between places of one's own. */
export const meaningOf = (kind: PoolActivity['kind']): Meaning =>
  kind === 'dividend' ? 'gained' : kind === 'bill_payment' ? 'spent' : 'moved'

/** Whether the line's amount is money that moved. */
export const isMovement = ({ kind, amount_cents: amount }: PoolActivity): boolean =>
  amount !== null && amount !== 0 && kind !== 'target_changed'

/** Up to four decimals of a quantity that has more than people read: "1.2345". */
const short = (decimal: string): string => decimal.replace(/(\.\d{4})\d+$/, '$1').replace(/\.?0+$/, '')

/** Where the money of a line came from or went to, beyond its title; null when there is nothing to say. */
export const detailOf = ({
  kind,
  dividends_cents: dividends,
  gains_cents: gains,
  units,
  unit_price: price,
}: PoolActivity): string | null => {
  if (kind === 'bill_payment' && dividends !== null && gains !== null) {
    const parts = [
      dividends > 0 ? `${dollars(dividends)} from dividends` : null,
      gains > 0 ? `${dollars(gains)} from gains` : null,
    ].filter((part) => part !== null)
    return parts.length === 0 ? null : parts.join(', ')
  }
  if (units === null || price === null || /^-?0(\.0+)?$/.test(units)) return null
  const sold = units.startsWith('-')
  return `${short(units.replace('-', ''))} units ${sold ? 'sold' : 'bought'} at $${short(price)}`
}
