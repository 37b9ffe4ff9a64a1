import { Search } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/text-field.tsx'

/** Finds contacts by name, handle or phone number. */
export function SearchField({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  return (
    <div className="relative">
      <TextField
        type="search"
        hideLabel
        label={t('Search contacts')}
        dir="auto"
        placeholder={t('Search name, handle or phone')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="ps-9"
      />
      <Search className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-muted" />
    </div>
  )
}
