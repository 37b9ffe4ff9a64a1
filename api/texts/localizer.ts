import { formatMoney } from '../contract/money.ts'
import type { Localizer } from '../contract/notification-words.ts'
import { DEFAULT_LOCALE, numberLocaleIn } from '../contract/number-locale.ts'
import { isolatedValue, sentenceFromLeft } from '../contract/text-direction.ts'
import type { Say, TextValue } from '../contract/texts.ts'
import texts from './server-texts.json' with { type: 'json' }

/** By language, then by English text. `npm run texts` extracts them from the catalogues of the pages. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = texts

/** The languages that the server has texts in. */
export const TEXT_LANGUAGES: readonly string[] = ['en', ...Object.keys(TEXTS)]

interface ServerLocalizer extends Localizer {
  /** The language actually used: "de", or "en" for a language without texts. */
  readonly language: string
  /** Formats a decimal text with all its digits; with a plus sign too where `sign` is `always`. */
  readonly decimal: (text: string, sign?: 'always') => string
}

/** Fills in placeholders. No plurals: none of these texts has one. */
const filled = (message: string, values: Readonly<Record<string, TextValue>>): string =>
  sentenceFromLeft(
    message,
    message.replaceAll(/\{(\w+)\}/g, (_place, name: string) => String(isolatedValue(values[name]) ?? '')),
  )

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** Passes the text to Intl unchanged, so that no amount becomes a floating-point number. */
const decimalIn =
  (locale: string) =>
  (text: string, sign?: 'always'): string => {
    if (!isDecimal(text)) throw new RangeError(`not a decimal: ${text}`)
    const digits = text.split('.')[1]?.length ?? 0
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
    })
    return format.format(text)
  }

/**
 * Texts of the server in a language ("de", "de-AT"), for pushes and statements. Amounts and dates are formatted for
 * that language; a language without texts falls back to English.
 */
export const localizerOf = (language: string): ServerLocalizer => {
  const code = new Intl.Locale(language).language
  const texts = TEXTS[code]
  const spoken = texts === undefined && code !== 'en' ? DEFAULT_LOCALE : language
  const numbers = numberLocaleIn(spoken)
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(spoken, { ...options, timeZone: 'UTC' })
  const t: Say = (message, ...[values]) => filled(texts?.[message] ?? message, values ?? {})
  return {
    language: texts === undefined ? 'en' : code,
    t,
    money: (amount, currency) => formatMoney(amount, currency, { locale: numbers }),
    decimal: decimalIn(numbers),
    day: (day) => date({ dateStyle: 'medium' }).format(Date.parse(day)),
    month: (month) => date({ month: 'long', year: 'numeric' }).format(Date.parse(`${month}-01`)),
  }
}
