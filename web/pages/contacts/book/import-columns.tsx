import { useState } from 'react'
import { Select } from '../../../ui/select.tsx'
import { t } from '../../../texts/texts.ts'
import type { ChosenColumns, NameUnknown } from '../files/read.ts'

const NONE = ''

/** Asks which column of a CSV file is the name, and which the phone number, where its first line does not say it. */
export function ImportColumns({
  asked,
  chosen,
  disabled,
  onChoose,
}: {
  asked: NameUnknown
  chosen: ChosenColumns | undefined
  disabled: boolean
  onChoose: (columns: ChosenColumns) => void
}) {
  const [phone, setPhone] = useState(asked.phone)
  const offered = asked.columns.map(({ place, title, example }) => ({
    value: String(place),
    label: example === '' ? title : t('{title}, such as {example}', { title, example }),
  }))
  const optionsWith = (none: string) => [{ value: NONE, label: none }, ...offered]
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">{t('Columns of this file')}</legend>
      <Select
        label={t('Which column is the name?')}
        hint={t('The first line of this file names none that is known as the name.')}
        options={optionsWith(t('Choose a column'))}
        value={chosen === undefined ? NONE : String(chosen.name)}
        disabled={disabled}
        onChoose={(place) => place !== NONE && onChoose({ name: Number(place), phone })}
      />
      <Select
        label={t('Which column is the phone number?')}
        options={optionsWith(t('None'))}
        value={phone === null ? NONE : String(phone)}
        disabled={disabled}
        onChoose={(place) => {
          const next = place === NONE ? null : Number(place)
          setPhone(next)
          if (chosen !== undefined) onChoose({ ...chosen, phone: next })
        }}
      />
    </fieldset>
  )
}
