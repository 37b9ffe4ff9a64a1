import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { t } from '../../texts/texts.ts'
import { TextField } from '../../ui/text-field.tsx'

/** Finds contacts by name, handle or phone number. Takes the other attributes of an input, `ref` included. */
export function SearchField({
  onChange,
  ...rest
}: Pick<ComponentProps<'input'>, 'ref' | 'onKeyDown'> & {
  value: string
  onChange: (typed: string) => void
}) {
  return (
    <div className="relative">
      <TextField
        type="search"
        hideLabel
        label={t('Search contacts')}
        placeholder={t('Search name, handle or phone')}
        {...rest}
        onChange={(event) => onChange(event.target.value)}
        className="ps-9"
      />
      <Search className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-muted" />
    </div>
  )
}
