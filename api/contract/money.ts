import { CURRENCY_DECIMALS, type Currency } from './fields.ts'
import { DEFAULT_LOCALE, groupedDecimal } from './number-locale.ts'
import { UNFAMILIAR, type Unfamiliar } from './open.ts'

/** The sign for any currency, for one that this release does not know, and the most decimals of it that are shown. */
export const UNFAMILIAR_CURRENCY = '¤'
const DECIMALS_MAX = 18

export type MoneySign = 'auto' | 'always'

/** Creating a formatter takes longer than formatting a hundred amounts, so formatters are cached. */
const formatters = new Map<string, Intl.NumberFormat>()

const decimalsOf = (currency: Currency | Unfamiliar): number =>
  currency === UNFAMILIAR ? DECIMALS_MAX : CURRENCY_DECIMALS[currency]

/** At least two decimals, at most so many, and no zeros at the end beyond the second. */
const decimalsIn = (fraction: string, most: number): string => {
  const kept = fraction.slice(0, most).padEnd(2, '0')
  let length = kept.length
  while (length > 2 && kept[length - 1] === '0') length -= 1
  return kept.slice(0, length)
}

/** As `Intl` writes it in the default locale; the first use of `Intl` takes a phone a quarter of a second. */
const inDefaultLocale = (amount: string, currency: Currency | Unfamiliar, sign: MoneySign): string => {
  const isBelow = amount.startsWith('-')
  const [whole = '', fraction = ''] = amount.slice(isBelow ? 1 : 0).split('.')
  const decimals = decimalsIn(fraction, decimalsOf(currency))
  const isZero = !/[1-9]/.test(whole + decimals)
  const mark = isZero ? '' : isBelow ? '-' : sign === 'always' ? '+' : ''
  // Without zeros at its beginning.
  const units = groupedDecimal(String(BigInt(whole)))
  return `${mark}${currency === 'USD' ? '$' : ''}${units}.${decimals}`
}

const formatterOf = (currency: Currency | Unfamiliar, sign: MoneySign, locale: string): Intl.NumberFormat => {
  const name = `${currency} ${sign} ${locale}`
  const known = formatters.get(name)
  if (known) return known
  const made = new Intl.NumberFormat(locale, {
    // Always a plain "$": the app has no other dollars.
    ...(currency === 'USD' ? { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } : {}),
    minimumFractionDigits: 2,
    maximumFractionDigits: decimalsOf(currency),
    signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
    // Never show more than there is: 0.009 must not become 0.01.
    roundingMode: 'trunc',
  })
  formatters.set(name, made)
  return made
}

/**
 * An exact decimal in currency units ("-1234.5") as people read it: "-$1,234.50", "12.50 YUT".
 *
 * At least two decimals, at most as many as the currency has. The text goes to Intl unparsed, so that no
 * amount passes through a floating point number. `sign: 'always'` writes a plus too, for movements.
 */
export function formatMoney(
  amount: string,
  currency: Currency | Unfamiliar,
  { sign = 'auto', locale = DEFAULT_LOCALE }: { sign?: MoneySign; locale?: string } = {},
): string {
  if (!isDecimal(amount)) throw new RangeError(`not a decimal amount: ${amount}`)
  const text =
    locale === DEFAULT_LOCALE
      ? inDefaultLocale(amount, currency, sign)
      : formatterOf(currency, sign, locale).format(amount)
  return currency === 'USD' ? text : `${text} ${currency === UNFAMILIAR ? UNFAMILIAR_CURRENCY : currency}`
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** A decimal in currency units from minor units, with exactly `decimals` decimals. */
export const decimalOf = (minor: bigint, decimals: number): string => {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0')
  const sign = minor < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Cents as dollars: "$1,234.50". */
export const dollars = (cents: number | bigint, options?: { sign?: MoneySign }): string =>
  formatMoney(decimalOf(BigInt(cents), 2), 'USD', options)
