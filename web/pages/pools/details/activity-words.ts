import { dollars } from '../../../texts/money.ts'
import type { Meaning } from '../../../parts/money.tsx'
import type { PoolActivity } from '../../../../api/contract/pools.ts'
import { UNFAMILIAR } from '../../../../api/contract/open.ts'
import { number } from '../../../texts/numbers.ts'
import { sourcesText } from '../words.ts'
import { t } from '../../../texts/texts.ts'

const TITLES: Readonly<Record<PoolActivity['kind'], string>> = {
  created: t('Pool created'),
  contribution: t('Money added'),
  withdrawal: t('Withdrawn to your USD wallet'),
  dividend: t('Dividend received'),
  bill_payment: t('Bill payment'),
  bill_payment_returned: t('Bill payment came back'),
  auto_pay_on: t('Auto-pay switched on'),
  auto_pay_off: t('Auto-pay switched off'),
  target_changed: t('Target changed'),
  closed: t('Pool closed'),
  unfamiliar: t('Something new'),
}

/** Title of one line of a pool's activity. */
export const titleOf = ({ kind, label, amount_cents: amount }: PoolActivity): string =>
  kind === 'target_changed' && amount !== null
    ? t('Target monthly yield set to {amount}', { amount: dollars(amount) })
    : ((kind === UNFAMILIAR ? label : undefined) ?? TITLES[kind])

/** Meaning of a line's amount: dividends are gained, bills spent; the rest moves within the member's own money. */
export const meaningOf = (kind: PoolActivity['kind']): Meaning =>
  kind === 'dividend' ? 'gained' : kind === 'bill_payment' ? 'spent' : 'moved'

/** Whether the line's amount is moved money. */
export const isMovement = ({ kind, amount_cents: amount }: PoolActivity): boolean =>
  amount !== null && amount !== 0 && kind !== 'target_changed'

/** Cuts a quantity to four decimals: "1.2345". */
const short = (decimal: string): string =>
  number(decimal.replace(/(\.\d{4})\d+$/, '$1'), { maximumFractionDigits: 4 })

/** Detail below a line's title: the sources of a bill payment, or units and price; null when there is none. */
export const detailOf = ({
  kind,
  dividends_cents: dividends,
  gains_cents: gains,
  units,
  unit_price: price,
}: PoolActivity): string | null => {
  if (kind === 'bill_payment' && dividends !== null && gains !== null) return sourcesText(dividends, gains)
  if (units === null || price === null || /^-?0(\.0+)?$/.test(units)) return null
  const said = { value: short(units.replace('-', '')), price: short(price) }
  return units.startsWith('-')
    ? t('{value} units sold at ${price}', said)
    : t('{value} units bought at ${price}', said)
}
