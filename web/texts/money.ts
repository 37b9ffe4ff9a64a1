import type { Currency } from '../../api/contract/fields.ts'
import { decimalOf, formatMoney as moneyIn, type MoneySign } from '../../api/contract/money.ts'
import type { Unfamiliar } from '../../api/contract/open.ts'
import { number } from './numbers.ts'
import { numberLocale } from './texts.ts'

interface Options {
  readonly sign?: MoneySign
}

/** An exact decimal in currency units in the member's locale; see the contract's `formatMoney`. */
export const formatMoney = (amount: string, currency: Currency | Unfamiliar, options: Options = {}): string =>
  moneyIn(amount, currency, { ...options, locale: numberLocale() })

/** Cents as dollars: "$1,234.50". */
export const dollars = (cents: number | bigint, options: Options = {}): string =>
  formatMoney(decimalOf(BigInt(cents), 2), 'USD', options)

/** A decimal in dollars with all the digits it has, such as a price of six decimals: "$126.602023". */
export const exactDollars = (amount: string): string => {
  const digits = amount.split('.')[1]?.length ?? 0
  return number(amount, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
