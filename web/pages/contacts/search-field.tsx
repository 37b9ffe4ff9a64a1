import { Search } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { controlClass } from '../../ui/field.tsx'

/** Finds contacts by name, handle or phone number. */
export function SearchField({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  return (
    <label className="relative block">
      <span className="sr-only">{t('Search contacts')}</span>
      <Search className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-muted" />
      <input
        type="search"
        dir="auto"
        placeholder={t('Search name, handle or phone')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={`${controlClass} ps-9`}
      />
    </label>
  )
}
