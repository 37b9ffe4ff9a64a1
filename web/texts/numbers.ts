import { DEFAULT_LANGUAGE, DEFAULT_LOCALE } from './languages.ts'
import { languageOf, localeOf } from './texts.ts'

/** Making a formatter takes longer than a hundred numbers, so each kind is made once. */
const formatters = new Map<string, Intl.NumberFormat>()

const formatterIn = (locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const name = locale + JSON.stringify(options)
  const known = formatters.get(name)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale, options)
  formatters.set(name, made)
  return made
}

const decimalSignIn = (locale: string): string =>
  formatterIn(locale, { minimumFractionDigits: 1 })
    .formatToParts(1)
    .find(({ type }) => type === 'decimal')?.value ?? '.'

/** Asked for with each number that is written. */
const numberLocales = new Map<string, string>()

/**
 * Whose numbers are written and read. English ones have a point before their decimals, also for who reads them where a
 * comma stands there: "1,500" must not be a thousand times what it looks like.
 */
export const numberLocale = (): string => {
  const locale = localeOf()
  if (languageOf() !== DEFAULT_LANGUAGE) return locale
  const known = numberLocales.get(locale)
  if (known !== undefined) return known
  const made = decimalSignIn(locale) === '.' ? locale : DEFAULT_LOCALE
  numberLocales.set(locale, made)
  return made
}

const formatterOf = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  formatterIn(numberLocale(), options)

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** A number in the member's locale: "1,234.5". A decimal text keeps all its digits on the way. */
export const number = (value: number | bigint | string, options: Intl.NumberFormatOptions = {}): string => {
  if (typeof value === 'string' && !isDecimal(value)) throw new RangeError(`not a decimal: ${value}`)
  return formatterOf(options).format(value)
}

/** "12.5%" of 12.5, with the digits it has. */
export const percent = (value: number | string, sign: 'auto' | 'always' | 'exceptZero' = 'auto'): string => {
  const text = String(value)
  const digits = text.split('.')[1]?.length ?? 0
  return number(text, {
    style: 'unit',
    unit: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
    signDisplay: sign,
  })
}

/** What stands before the decimals: a point, or in many places a comma. */
export const decimalSign = (): string => decimalSignIn(numberLocale())
