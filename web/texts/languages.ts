import { DEFAULT_LOCALE } from '../../api/contract/number-locale.ts'

export type Language = 'en' | 'de'

/** The language in which all texts are first written; English without a region is that of `en-US`. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

export const LANGUAGES: readonly Language[] = ['en', 'de']

/** The language of a tag: `en` of `en-GB`. */
const languageIn = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

export const isLanguage = (text: string | null): text is Language => LANGUAGES.some((each) => each === text)

/** The language of a page: the one chosen on this device, else the first one the browser asks for that the app has. */
export const languageFor = (chosen: string | null, asked: readonly string[]): Language =>
  isLanguage(chosen) ? chosen : (asked.map(languageIn).find(isLanguage) ?? DEFAULT_LANGUAGE)

/**
 * Locale of numbers and dates in a language: that of the region which the browser names with it ("de-AT"), else the
 * language's own.
 */
export const localeFor = (language: Language, asked: readonly string[]): string =>
  asked.find((tag) => languageIn(tag) === language && tag.includes('-')) ?? HOME[language]

const HOME: Readonly<Record<Language, string>> = { en: DEFAULT_LOCALE, de: 'de-DE' }

/** Languages commonly written from right to left. */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

/** Direction of a language's lines; `theme.js` sets it on the page. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')
