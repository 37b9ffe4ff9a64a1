import { CURRENCY_DECIMALS, type Currency } from '../../api/contract/fields.ts'
import { decimalOf } from '../../api/contract/money.ts'
import { DEFAULT_LANGUAGE } from '../texts/languages.ts'
import { exactNumber } from '../texts/exact-numbers.ts'
import { decimalSign } from '../texts/numbers.ts'
import { languageOf, t } from '../texts/texts.ts'
import { visibleText } from '../texts/typed.ts'

/** Estimated exchange: 1 YUT = $0.10. */
const YUT_PER_USD = 10n
const PLAIN = /^(\d{1,15})(?:\.(\d{1,18}))?$/
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/

/** "1,234.50": thousands separated as in English; no thousands begin with a zero. */
const COMMA_THOUSANDS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/
/** Notations with a decimal comma: "12,34", "1.234,50", "1.234.567". */
const COMMA_DECIMALS = /^\d+,\d*$|^,\d+$|^[1-9]\d{0,2}(?:\.\d{3})+,\d*$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/
/** Ambiguous in a locale with a decimal comma: "5.000" may mean five or five thousand. */
const AMBIGUOUS = /^[1-9]\d{0,2}\.\d{3}$/
/** The thousands separators in "1’234.50" and "1 234,50". */
const THOUSANDS_MARK = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g

/** The amount with a decimal point and without thousands separators. */
const pointed = (text: string): string => {
  const joined = text.replaceAll(THOUSANDS_MARK, '')
  // Only in English "1,234" has thousands: German locales separate none by a comma, the Swiss with its point neither.
  if (languageOf() === DEFAULT_LANGUAGE && COMMA_THOUSANDS.test(joined)) return joined.replaceAll(',', '')
  if (decimalSign() === ',' && AMBIGUOUS.test(joined)) return joined.replace('.', '..')
  if (COMMA_DECIMALS.test(joined)) {
    const decimal = joined.replaceAll('.', '').replace(',', '.')
    // The added zero stops a second pass from reading the point as a thousands separator.
    return AMBIGUOUS.test(decimal) ? `${decimal}0` : decimal
  }
  if (PLAIN.test(joined)) return joined
  return COMMA_THOUSANDS.test(joined) ? joined.replaceAll(',', '') : text
}

/**
 * Converts a typed or pasted amount to a plain decimal, without spaces, invisible marks, dollar sign and well-formed
 * thousands separators: "$1,234.50" becomes "1234.50", and "12,34" becomes "12.34", because some phones offer only a
 * comma. What may mean two amounts is what the page's language says ("1,234" is a thousand in English), or is rejected
 * ("5.000" where the decimal sign is a comma). Idempotent. Any other text is returned as it was, for the schema to
 * reject.
 */
export const plainAmount = (typed: string): string => {
  const plain = pointed(visibleText(typed).replaceAll(/^\$\s*|(?<!\s)\s*\$$/g, ''))
  const rooted = plain.startsWith('.') ? `0${plain}` : plain
  return rooted.replace(/^0+(?=\d)/, '').replace(/\.$/, '')
}

/** A plain decimal with the locale's decimal sign. */
export const typedAmount = (plain: string): string => plain.replace('.', decimalSign())

/**
 * An amount of a draft, which a link or an earlier step may have set, with the locale's decimal sign: "12.50" becomes
 * "12,50" in a locale with a decimal comma. Ambiguous amounts stay unchanged.
 */
export const draftAmount = (amount: string): string =>
  PLAIN.test(amount) && !AMBIGUOUS.test(amount) ? typedAmount(amount) : amount

/** Minor units of a plain positive decimal; null when it is not one or has more decimals than the currency. */
export const minorOf = (amount: string, currency: Currency): bigint | null => {
  const match = PLAIN.exec(amount)
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  const decimals = CURRENCY_DECIMALS[currency]
  const significant = fraction.replace(/(?<!0)0+$/, '')
  return significant.length > decimals ? null : BigInt(whole + significant.padEnd(decimals, '0'))
}

/**
 * The other currency's estimated equivalent of an amount at 1 YUT = $0.10: dollars for YUT, YUT for
 * dollars, dollars for USDC. Exact; dollars are cut after six decimals, which the formatter rounds down.
 */
export const equivalentOf = (
  amount: string,
  currency: Currency,
): { readonly amount: string; readonly currency: Currency } | null => {
  const minor = minorOf(amount, currency)
  if (minor === null) return null
  if (currency === 'USD') return { amount: decimalOf(minor * YUT_PER_USD, 2), currency: 'YUT' }
  if (currency === 'YUT') return { amount: decimalOf(minor / YUT_PER_USD, 6), currency: 'USD' }
  return { amount: decimalOf(minor, 6), currency: 'USD' }
}

/** Compares two decimals of any scale: negative, zero or positive. */
export const compareAmounts = (left: string, right: string): number => {
  const [a, b] = [scaled(left), scaled(right)]
  return a < b ? -1 : a > b ? 1 : 0
}

/** Whether a text is a plain amount, of however many decimals, and less than another. */
export const isBelow = (amount: string, least: string): boolean =>
  PLAIN.test(amount) && compareAmounts(amount, least) < 0

export const isPositive = (amount: string): boolean => PLAIN.test(amount) && scaled(amount) > 0n

/** Eighteen decimals are enough for every amount of the contract. */
const scaled = (amount: string): bigint => {
  const match = DECIMAL.exec(amount)
  if (match === null) throw new RangeError(`not a decimal amount: ${amount}`)
  const [, sign = '', whole = '', fraction = ''] = match
  const value = BigInt(whole + fraction.padEnd(18, '0').slice(0, 18))
  return sign === '-' ? -value : value
}

/**
 * A YUT amount for a small space: thousands as K, millions as M, two decimals, truncated, not rounded ("12540.9" is
 * "12.54K"). Null below a thousand.
 */
export const compactYut = (amount: string): string | null => {
  const [whole = '', fraction = ''] = amount.split('.')
  const exponent = whole.length > 6 ? 6 : whole.length > 3 ? 3 : 0
  if (exponent === 0 || whole.startsWith('-')) return null
  const decimals = (whole.slice(-exponent) + fraction).slice(0, 2)
  const figure = exactNumber(`${whole.slice(0, -exponent)}.${decimals}`)
  return exponent === 6 ? t('{figure}M', { figure }) : t('{figure}K', { figure })
}

/** Like {@link compactYut}, but below a thousand written out with two decimals, truncated ("812.509" is "812.50"). */
export const shortYut = (amount: string): string => {
  const short = compactYut(amount)
  if (short !== null) return short
  const [whole = '0', fraction = ''] = amount.split('.')
  return exactNumber(`${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`)
}

/** The sum of decimals, with as many decimals as the currency has. */
export const sumOf = (amounts: readonly string[], currency: Currency): string => {
  const decimals = CURRENCY_DECIMALS[currency]
  const sum = amounts.reduce((total, amount) => total + scaled(amount), 0n)
  return decimalOf(sum / 10n ** BigInt(18 - decimals), decimals)
}
