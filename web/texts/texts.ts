import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { DEFAULT_LOCALE, numberLocaleIn } from '../../api/contract/number-locale.ts'
import { isolatedValue, sentenceFromLeft } from '../../api/contract/text-direction.ts'
import type { Given, Say, TextValue } from '../../api/contract/texts.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language, localeFor } from './languages.ts'

/**
 * Every text that people see is written in English where it is shown, `t('Send {amount}', { amount })`, and the
 * English sentence is its name in the catalogues of the other languages (`web/locales/`). Plurals are ICU's:
 * `{count, plural, one {# device} other {# devices}}`. See docs/texts.md.
 */

/** A language's texts by English text. */
type Catalogue = Readonly<Record<string, string>>

/** Separates the context of a text from the text, as in gettext. */
const CONTEXT_END = '\u0004'

const i18n = setupI18n()

/** A message without ICU syntax: most texts, formatted by the hundred while modules are loaded. */
const PLAIN = /^[^{}']*$/

/** Parsing a message takes longer than formatting it, and lists format the same one in each row. */
const compiled = new Map<string, ReturnType<typeof compileMessage>>()
i18n.setMessagesCompiler((message) => {
  const known = compiled.get(message)
  if (known !== undefined) return known
  const made = PLAIN.test(message) ? [message] : compileMessage(message)
  compiled.set(message, made)
  return made
})

/** The locale of dates, and that of numbers, which may differ. */
let locales = { locale: DEFAULT_LOCALE, numbers: DEFAULT_LOCALE }

/** Sets the language of all texts formatted from now on. Modules' texts that were formatted before stay unchanged. */
export const setLanguage = (language: Language, locale: string, catalogue: Catalogue): void => {
  locales = { locale, numbers: numberLocaleIn(locale) }
  i18n.loadAndActivate({ locale: language, locales: [locales.numbers], messages: { ...catalogue } })
}

declare global {
  /** Set by the script of a language, which runs before the app because of `theme.js`. */
  var youtilityTexts: { readonly language: string; readonly texts: Catalogue } | undefined
}

const setLoadedLanguage = (): void => {
  // Outside of a browser, as in tests: American English.
  const asked = typeof document === 'undefined' ? [] : navigator.languages
  const { language = DEFAULT_LANGUAGE, texts = {} } = globalThis.youtilityTexts ?? {}
  if (isLanguage(language))
    setLanguage(language, asked.length === 0 ? DEFAULT_LOCALE : localeFor(language, asked), texts)
}
setLoadedLanguage()

/** The texts in the language of this page. Empty for English: there, messages are used as they are. */
export const catalogueOf = (): Readonly<Record<string, unknown>> => i18n.messages

/** The language of this page. */
export const languageOf = (): string => i18n.locale

/** Whether dates are those of the default locale. */
export const hasDefaultDates = (): boolean => locales.locale === DEFAULT_LOCALE

/** The locale of dates. */
export const localeOf = (): string => locales.locale

/** The locale of numbers and amounts. */
export const numberLocale = (): string => locales.numbers

/** The language that the server is asked to use for texts that it translates itself: "de", "de-AT". */
export const languageTag = (): string => {
  const { language, region } = new Intl.Locale(localeOf())
  return region === undefined ? language : `${language}-${region}`
}

/** For messages whose values were checked elsewhere; pages use `t` and `rich`. */
export const formatText = (message: string, values?: Readonly<Record<string, TextValue>>): string => {
  if (values === undefined) return i18n._(message)
  const isolated = Object.entries(values).map(([name, value]) => [name, isolatedValue(value)])
  return sentenceFromLeft(message, i18n._(message, Object.fromEntries(isolated)))
}

/** A text in the language of this page. */
export const t: Say = <const M extends string>(message: M, ...[values]: Given<M, TextValue>): string =>
  formatText(message, values)

/**
 * A text that has several meanings in English, and so several translations: `meant('a vote', 'Open')`. The context is
 * for translators.
 */
export const meant = (context: string, message: string): string =>
  i18n._(`${context}${CONTEXT_END}${message}`, {}, { message })
