import { decimalSignIn } from '../../api/contract/number-locale.ts'
import { numberLocale } from './texts.ts'

/** Creating a formatter takes longer than formatting a hundred numbers, so each kind is created once. */
const formatters = new Map<string, Intl.NumberFormat>()

const formatterOf = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const locale = numberLocale()
  const name = locale + JSON.stringify(options)
  const known = formatters.get(name)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, options)
  formatters.set(name, made)
  return made
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** A number in the member's locale: "1,234.5". A decimal text is formatted with all its digits. */
export const number = (value: number | bigint | string, options: Intl.NumberFormatOptions = {}): string => {
  if (typeof value === 'string' && !isDecimal(value)) throw new RangeError(`not a decimal: ${value}`)
  return formatterOf(options).format(value)
}

/** The decimal separator on this page. */
export const decimalSign = (): string => decimalSignIn(numberLocale())
