import { Select } from '../../../ui/select.tsx'
import { t } from '../../../texts/texts.ts'
import { type Encoding, ENCODINGS } from '../files/csv-encoding.ts'

const LABELS: Readonly<Record<Encoding, string>> = {
  'windows-1252': t('Western Europe (Windows-1252)'),
  'windows-1250': t('Central Europe (Windows-1250)'),
  shift_jis: t('Japanese (Shift_JIS)'),
  big5: t('Traditional Chinese (Big5)'),
}

const OPTIONS = ENCODINGS.map((value) => ({ value, label: LABELS[value] }))

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
      options={OPTIONS}
      value={encoding}
      disabled={disabled}
      onChoose={onChoose}
    />
  )
}
