import type { Language } from './languages.ts'
import { languageOf } from './texts.ts'

/** Storage key of the language chosen on this device; `theme.js` reads it before the app is loaded. */
export const LANGUAGE_STORAGE_KEY = 'youtility.language'

/**
 * Stores the choice and reloads the page, because modules translate their texts while they are loaded. False if nothing
 * can be stored: the browser's own languages still decide then.
 */
export const chooseLanguage = (language: Language): boolean => {
  if (language === languageOf()) return true
  try {
    localStorage.setItem(LANGUAGE_STORAGE_KEY, language)
  } catch {
    return false
  }
  location.reload()
  return true
}
