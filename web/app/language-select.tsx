import { useId } from 'react'
import { chooseLanguage } from '../texts/choose-language.ts'
import { isLanguage, LANGUAGE_NAMES, LANGUAGES } from '../texts/languages.ts'
import { languageOf, t } from '../texts/texts.ts'

/** The language of this device. Changing it reloads the page; drafts in money dialogs survive that. */
export function LanguageSelect() {
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id}>{t('Language')}</label>
      <select
        id={id}
        value={languageOf()}
        onChange={({ target: { value } }) => isLanguage(value) && chooseLanguage(value)}
        className="min-h-11 rounded-control border border-control bg-surface px-2 text-ink"
      >
        {LANGUAGES.map((language) => (
          <option key={language} value={language} lang={language}>
            {LANGUAGE_NAMES[language]}
          </option>
        ))}
      </select>
    </span>
  )
}
