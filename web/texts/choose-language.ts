import type { Language } from './languages.ts'
import { languageOf } from './texts.ts'

/** What was chosen on this device; `theme.js` reads it before the app is loaded. */
export const LANGUAGE_STORAGE_KEY = 'youtility.language'

/**
 * Keeps the choice and loads the page anew, for texts are said while the app is loaded. False where the device keeps
 * nothing: the browser's own languages go on to decide.
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
