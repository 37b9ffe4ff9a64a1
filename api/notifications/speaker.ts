import { formatMoney } from '../contract/money.ts'
import type { Speaker } from '../contract/notice-words.ts'
import type { Say, TextValue } from '../contract/texts.ts'
import texts from './push-texts.json' with { type: 'json' }

/** By language, by English text. `npm run texts` takes them out of the catalogues of the pages. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = texts

/** What a push is said in where nobody has said a language. */
export const DEFAULT_LANGUAGE = 'en-US'

/** Without plurals: none of these texts has one. */
const filled = (message: string, values: Readonly<Record<string, TextValue>>): string =>
  message.replaceAll(/\{(\w+)\}/g, (_place, name: string) => String(values[name] ?? ''))

/** Says notices in a language ("de", "de-AT"), with amounts and dates as they are written there; else in English. */
export const speakerOf = (language: string): Speaker => {
  const texts = TEXTS[new Intl.Locale(language).language]
  const locale = texts === undefined && !language.startsWith('en') ? DEFAULT_LANGUAGE : language
  const t: Say = (message, ...[values]) => filled(texts?.[message] ?? message, values ?? {})
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return {
    t,
    money: (amount, currency) => formatMoney(amount, currency, { locale }),
    day: (day) => days.format(Date.parse(day)),
  }
}
