import { useId } from 'react'
import { chooseLanguage } from '../texts/choose-language.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '../texts/languages.ts'
import { languageOf, t } from '../texts/texts.ts'
import { SelectControl } from '../ui/select-control.tsx'

const OPTIONS = LANGUAGES.map((language) => ({
  value: language,
  label: LANGUAGE_NAMES[language],
  lang: language,
}))

/** The language of this device. Changing it reloads the page; drafts in money dialogs survive that. */
export function LanguageSelect() {
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id}>{t('Language')}</label>
      <SelectControl
        id={id}
        value={languageOf()}
        options={OPTIONS}
        onChoose={chooseLanguage}
        className="w-auto!"
      />
    </span>
  )
}
