import { Trash2, UsersRound, X } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import type { Opened } from '../../../parts/use-opened.ts'
import { contactsText } from '../words.ts'
import type { ContactDialogKind } from './dialogs.tsx'
import { ExportMenu } from './export-menu.tsx'
import type { ContactTable } from './use-table.ts'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** Actions on the selected contacts. */
export default function BulkBar({
  table: { selected, found, select, clearSelection },
  open,
  onMessage,
}: {
  table: ContactTable
  open: Opened<ContactDialogKind>['open']
  onMessage: (message: string) => void
}) {
  return (
    <section
      aria-label={t('Selected contacts')}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control chosen px-3 py-1.5"
    >
      <output className="font-semibold">
        {t('{count} selected', { count: contactsText(selected.length) })}
      </output>
      {selected.length < found.length && (
        <Button variant="quiet" size="sm" onClick={() => select(found, true)}>
          {t('Select all {found}', { found: number(found.length) })}
        </Button>
      )}
      <div className="flex flex-1 flex-wrap items-center justify-end gap-2 max-sm:basis-full max-sm:justify-start">
        <Button
          variant="secondary"
          size="sm"
          icon={<UsersRound />}
          onClick={(event) =>
            open({ kind: 'circle', ids: selected.map(({ id }) => id) }, event.currentTarget)
          }
        >
          {t('Add to Circle')}
        </Button>
        <ExportMenu
          contacts={selected}
          onExported={(format) => onMessage(t('Selected contacts exported as {format}.', { format }))}
        />
        <Button
          variant="danger"
          size="sm"
          icon={<Trash2 />}
          onClick={(event) => open({ kind: 'delete', contacts: selected }, event.currentTarget)}
        >
          {t('Delete')}
        </Button>
        <IconButton label={t('Clear selection')} icon={<X />} onClick={clearSelection} />
      </div>
    </section>
  )
}
