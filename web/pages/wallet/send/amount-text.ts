import type { Currency } from '../../../../api/contract/fields.ts'
import { equivalentOf, minorOf } from '../../../data/amounts.ts'
import { formatMoney } from '../../../texts/money.ts'

/** "$25.00"; null while the typed text is no amount of the currency. */
export const amountText = (amount: string, currency: Currency): string | null =>
  minorOf(amount, currency) === null ? null : formatMoney(amount, currency)

/** "250.00 YUT": approximate value in the other currency; null when there is none. */
export const equivalentText = (amount: string, currency: Currency): string | null => {
  const equivalent = equivalentOf(amount, currency)
  return equivalent === null ? null : formatMoney(equivalent.amount, equivalent.currency)
}
