import { DEFAULT_LOCALE } from '../../api/contract/number-locale.ts'

/** The languages of the app. */
export type Language = 'en' | 'de'

/** What all texts are written in first; without a region English is that of `en-US`. */
export const DEFAULT_LANGUAGE: Language = 'en'

/** Each in its own words, as who looks for it reads it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' }

export const LANGUAGES: readonly Language[] = ['en', 'de']

/** `en` of `en-GB`. */
const languageIn = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

export const isLanguage = (text: string | null): text is Language => LANGUAGES.some((each) => each === text)

/** The language of a page: what was chosen on this device, else the first that the browser asks for and we have. */
export const languageFor = (chosen: string | null, asked: readonly string[]): Language =>
  isLanguage(chosen) ? chosen : (asked.map(languageIn).find(isLanguage) ?? DEFAULT_LANGUAGE)

/**
 * Whose numbers and dates go with a language: those of the region that the browser names with it ("de-AT"), else of
 * the language's own.
 */
export const localeFor = (language: Language, asked: readonly string[]): string =>
  asked.find((tag) => languageIn(tag) === language && tag.includes('-')) ?? HOME[language]

const HOME: Readonly<Record<Language, string>> = { en: DEFAULT_LOCALE, de: 'de-DE' }

/** Written from right to left, by the scripts that they are commonly written in (Unicode's CLDR). */
const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he', 'ur'])

/** How the lines of a language run; `theme.js` says it of the page. */
export const directionOf = (language: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr')
