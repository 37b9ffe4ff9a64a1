import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { DEFAULT_LOCALE, numberLocaleIn } from '../../api/contract/number-locale.ts'
import type { Given, Say, TextValue } from '../../api/contract/texts.ts'
import { DEFAULT_LANGUAGE, isLanguage, type Language, localeFor } from './languages.ts'

/**
 * Every text that people see is written in English where it is shown, `t('Send {amount}', { amount })`, and the
 * English sentence is its name in the catalogues of the other languages (`web/locales/`). Plurals are ICU's:
 * `{count, plural, one {# device} other {# devices}}`. See docs/texts.md.
 */

/** A language's texts by their English ones. */
type Catalogue = Readonly<Record<string, string>>

/** Between the context of a text and the text, as gettext has it. */
const CONTEXT_END = '\u0004'

const i18n = setupI18n()

/** Without anything that ICU's messages give a meaning: most texts, said by the hundred while modules are loaded. */
const PLAIN = /^[^{}']*$/

/** Parsing a message takes longer than everything else about it, and lists say the same one in each row. */
const compiled = new Map<string, ReturnType<typeof compileMessage>>()
i18n.setMessagesCompiler((message) => {
  const known = compiled.get(message)
  if (known !== undefined) return known
  const made = PLAIN.test(message) ? [message] : compileMessage(message)
  compiled.set(message, made)
  return made
})

/** Whose dates are used, and whose numbers, which are not always the same. */
let spoken = { locale: DEFAULT_LOCALE, numbers: DEFAULT_LOCALE }

/** Says everything from now on in this language. Texts that modules have said by then stay as they are. */
export const speak = (language: Language, locale: string, catalogue: Catalogue): void => {
  spoken = { locale, numbers: numberLocaleIn(locale) }
  i18n.loadAndActivate({ locale: language, locales: [spoken.numbers], messages: { ...catalogue } })
}

declare global {
  /** Left by the script of a language, which `theme.js` has run before the app. */
  var youtilityTexts: { readonly language: string; readonly texts: Catalogue } | undefined
}

const speakAsLoaded = (): void => {
  // Not in a browser: in American English, wherever the tests run.
  const asked = typeof document === 'undefined' ? [] : navigator.languages
  const { language = DEFAULT_LANGUAGE, texts = {} } = globalThis.youtilityTexts ?? {}
  if (isLanguage(language))
    speak(language, asked.length === 0 ? DEFAULT_LOCALE : localeFor(language, asked), texts)
}
speakAsLoaded()

/** What there is in the language of this page. English has nothing: there, messages stand for themselves. */
export const catalogueOf = (): Readonly<Record<string, unknown>> => i18n.messages

/** What this page speaks. */
export const languageOf = (): string => i18n.locale

/** Whose dates are used. */
export const localeOf = (): string => spoken.locale

/** Whose numbers and amounts are used. */
export const numberLocale = (): string => spoken.numbers

/** What the server is asked to speak where it does so itself: "de", "de-AT". */
export const languageTag = (): string => {
  const { language, region } = new Intl.Locale(localeOf())
  return region === undefined ? language : `${language}-${region}`
}

/** For messages whose values have been checked elsewhere; `t` and `rich` are what pages use. */
export const say = (message: string, values?: Readonly<Record<string, TextValue>>): string =>
  i18n._(message, values)

/** A text in the language of this page. */
export const t: Say = <const M extends string>(message: M, ...[values]: Given<M, TextValue>): string =>
  say(message, values)

/**
 * A text that has several meanings in English, and so several words elsewhere: `meant('a vote', 'Open')`. The context is
 * for whoever translates.
 */
export const meant = (context: string, message: string): string =>
  i18n._(`${context}${CONTEXT_END}${message}`, {}, { message })
