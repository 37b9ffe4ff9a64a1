import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { chooseColumns, COLUMN_LABELS, OPTIONAL_COLUMNS, type OptionalColumn, useColumns } from './columns.ts'
import { choosePhoneCountry, countryOptions, usePhoneCountry } from './phone-country.ts'
import { t } from '../../../texts/texts.ts'

/** Chooses the table's columns and the country of phone numbers. Changes apply at once. */
export function ConfigureDialog({ onClose }: { onClose: () => void }) {
  const columns = useColumns()
  const country = usePhoneCountry()
  const toggle = (column: OptionalColumn, isShown: boolean) => {
    const next = new Set(columns)
    if (isShown) next.add(column)
    else next.delete(column)
    chooseColumns(next)
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('Configure')}
      description={t('How contacts are shown and read on this device.')}
      closeOnOutside
      footer={<Button onClick={onClose}>{t('Done')}</Button>}
    >
      <div className="grid gap-5 pb-2">
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-semibold">{t('Columns')}</legend>
          {OPTIONAL_COLUMNS.map((column) => (
            <SwitchField
              key={column}
              label={COLUMN_LABELS[column]}
              checked={columns.has(column)}
              onChange={(event) => toggle(column, event.target.checked)}
            />
          ))}
        </fieldset>
        <Select
          label={t('Country of phone numbers')}
          hint={t('Numbers without a country code are read as those of this country.')}
          options={countryOptions(country)}
          value={country}
          onChoose={choosePhoneCountry}
        />
      </div>
    </Dialog>
  )
}
