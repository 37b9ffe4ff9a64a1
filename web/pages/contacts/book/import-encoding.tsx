import { Select } from '../../../ui/select.tsx'
import { languageOf, t } from '../../../texts/texts.ts'
import { type Encoding, ENCODINGS } from '../files/csv-encoding.ts'

/** What is for no one language. */
const REGIONS: Partial<Record<Encoding, string>> = {
  'windows-1252': t('Western Europe'),
  'windows-1250': t('Central Europe'),
}

const isEncoding = (value: string): value is Encoding => value in ENCODINGS

/** Standard names are known to those who have to choose; the language says which may be meant. */
const options = () => {
  const languages = new Intl.DisplayNames([languageOf()], { type: 'language' })
  return Object.keys(ENCODINGS)
    .filter(isEncoding)
    .map((value) => {
      const language = ENCODINGS[value]
      const where = language === null ? REGIONS[value] : languages.of(language)
      return { value, label: where === undefined ? value : `${where} (${value})` }
    })
}

/** Asks how the letters of a file are written that is no Unicode: its columns only suggest it. */
export function ImportEncoding({
  encoding,
  disabled,
  onChoose,
}: {
  encoding: Encoding
  disabled: boolean
  onChoose: (encoding: Encoding) => void
}) {
  return (
    <Select
      label={t('Letters of this file')}
      hint={t('The file does not say how its letters are written. If names look wrong, choose another.')}
      options={options()}
      value={encoding}
      disabled={disabled}
      onChoose={onChoose}
    />
  )
}
