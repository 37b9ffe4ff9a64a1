import { Trash2, UsersRound, X } from 'lucide-react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { contactsText } from '../words.ts'
import { ExportMenu } from './export-menu.tsx'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** What can be done with all selected contacts. */
export default function BulkBar({
  contacts,
  found,
  onSelectFound,
  onClear,
  onDelete,
  onAddToCircle,
  onExported,
}: {
  /** The selected ones. */
  contacts: readonly Contact[]
  /** How many the search and filter find. */
  found: number
  onSelectFound: () => void
  onClear: () => void
  onDelete: (from: HTMLElement) => void
  onAddToCircle: (from: HTMLElement) => void
  onExported: (format: 'CSV' | 'vCard') => void
}) {
  return (
    <section
      aria-label={t('Selected contacts')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-primary-soft px-3 py-1.5"
    >
      <output className="font-semibold">
        {t('{count} selected', { count: contactsText(contacts.length) })}
      </output>
      {contacts.length < found && (
        <Button variant="quiet" size="sm" onClick={onSelectFound}>
          {t('Select all {found}', { found: number(found) })}
        </Button>
      )}
      <span className="flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:basis-full max-sm:justify-start">
        <Button
          variant="secondary"
          size="sm"
          icon={<UsersRound aria-hidden="true" className="size-4" />}
          onClick={(event) => onAddToCircle(event.currentTarget)}
        >
          {t('Add to Circle')}
        </Button>
        <ExportMenu contacts={contacts} onExported={onExported} />
        <Button
          variant="danger"
          size="sm"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          onClick={(event) => onDelete(event.currentTarget)}
        >
          {t('Delete')}
        </Button>
        <IconButton
          label={t('Clear selection')}
          icon={<X aria-hidden="true" className="size-5" />}
          onClick={onClear}
        />
      </span>
    </section>
  )
}
