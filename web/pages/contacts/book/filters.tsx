import { X } from 'lucide-react'
import { t } from '../../../texts/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { SearchField } from '../search-field.tsx'
import type { ContactTable } from './use-table.ts'

const FILTERS = [
  { value: 'all', label: t('All Types') },
  { value: 'family', label: t('Family') },
  { value: 'friend', label: t('Friends') },
  { value: 'colleague', label: t('Colleagues') },
  { value: 'business', label: t('Business') },
] as const

/** Filters the table by search text and contact type, or to the contacts of one finding. */
export function Filters({ table }: { table: ContactTable }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchField value={table.search} onChange={table.setSearch} />
        <Select label={t('Type')} hideLabel value={table.type} options={FILTERS} onChoose={table.setType} />
      </div>
      {table.only !== null && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-muted">{t('Showing: {label}', { label: table.only.label })}</span>
          <Button variant="quiet" size="sm" icon={<X />} onClick={() => table.setOnly(null)}>
            {t('Show all')}
          </Button>
        </div>
      )}
    </>
  )
}
