import type { Currency } from '../../api/contract/fields.ts'
import { decimalOf, formatMoney as moneyIn, type MoneySign } from '../../api/contract/money.ts'
import { localeOf } from './texts.ts'

interface Options {
  readonly sign?: MoneySign
}

/** An exact decimal in currency units in the member's locale; see the contract's `formatMoney`. */
export const formatMoney = (amount: string, currency: Currency, options: Options = {}): string =>
  moneyIn(amount, currency, { ...options, locale: localeOf() })

/** Cents as dollars: "$1,234.50". */
export const dollars = (cents: number | bigint, options: Options = {}): string =>
  formatMoney(decimalOf(BigInt(cents), 2), 'USD', options)
