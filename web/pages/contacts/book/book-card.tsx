import { FileUp, SearchX, Settings2, UserPlus, UsersRound } from 'lucide-react'
import { lazy, type RefObject, Suspense } from 'react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import type { CachedView } from '../../../data/cached.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Skeletons } from '../../../ui/skeletons.tsx'
import { Age, NotYet } from '../../../parts/freshness.tsx'
import type { Opened } from '../../../parts/use-opened.ts'
import { ContactsTable } from './contacts-table.tsx'
import type { ContactDialogKind } from './dialogs.tsx'
import { ExportMenu } from './export-menu.tsx'
import { Filters } from './filters.tsx'
import { Pager } from './pager.tsx'
import { useRowActions } from './row-actions.tsx'
import type { ContactTable } from './use-table.ts'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** Loaded lazily: contacts can only be selected once the table is shown. */
const BulkBar = lazy(() => import('./bulk-bar.tsx'))

const ARRIVING = <Skeletons count={6} each="h-12 w-full" className="gap-3 max-sm:gap-6" />

/** Opens a contacts dialog; when it closes, the focus returns to the element passed as `from`. */
type Open = Opened<ContactDialogKind>['open']

/** The address book: a header with its actions, the search, and the table or its empty state. */
export function BookCard({
  view,
  table,
  open,
  top,
  message,
  onMessage,
}: {
  view: CachedView<Contact[]>
  table: ContactTable
  open: Open
  top: RefObject<HTMLDivElement | null>
  /** Message about the last action, for screen readers. */
  message: string
  onMessage: (message: string) => void
}) {
  const { found, selected } = table
  const asked = table.search.trim() !== '' || table.type !== 'all' || table.only !== null
  return (
    <Card className="grid grid-cols-1 gap-4" aria-label={t('Contacts')} aria-busy={view.value === null}>
      <div ref={top} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 className="text-lg font-bold">{t('Contacts')}</h2>
          <Age {...view} />
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportMenu
            contacts={view.value ?? []}
            onExported={(format) => onMessage(t('All contacts exported as {format}.', { format }))}
          />
          <Button
            variant="secondary"
            size="sm"
            icon={<Settings2 />}
            onClick={(event) => open({ kind: 'configure' }, event.currentTarget)}
          >
            {t('Configure')}
          </Button>
          <ImportButton open={open} />
          <AddButton open={open} />
        </div>
      </div>
      <Filters table={table} />
      {selected.length > 0 && (
        <Suspense fallback={<Skeleton className="h-12 w-full rounded-control!" />}>
          <BulkBar table={table} open={open} onMessage={onMessage} />
        </Suspense>
      )}
      <Found view={view} table={table} open={open} />
      <output className="sr-only">{message}</output>
      <output className="sr-only">{asked && t('{count} found', { count: number(found.length) })}</output>
    </Card>
  )
}

function AddButton({ open }: { open: Open }) {
  return (
    <Button size="sm" icon={<UserPlus />} onClick={(event) => open({ kind: 'add' }, event.currentTarget)}>
      {t('Add Contact')}
    </Button>
  )
}

function ImportButton({ open }: { open: Open }) {
  const offline = useConnectivity() === 'offline'
  return (
    <Button
      variant="secondary"
      size="sm"
      disabled={offline}
      icon={<FileUp />}
      onClick={(event) => open({ kind: 'import', file: null }, event.currentTarget)}
    >
      {t('Import')}
    </Button>
  )
}

/** One page of the matching contacts; otherwise a skeleton or an empty state. */
function Found({ view, table, open }: { view: CachedView<Contact[]>; table: ContactTable; open: Open }) {
  const { found, current } = table
  const actions = useRowActions(open)
  if (view.value === null)
    return (
      <NotYet what={t('contacts')} {...view}>
        {ARRIVING}
      </NotYet>
    )
  if (view.value.length === 0)
    return (
      <EmptyState
        icon={<UsersRound />}
        title={t('No contacts yet')}
        action={
          <>
            <AddButton open={open} />
            <ImportButton open={open} />
          </>
        }
      >
        {t('Add the people you talk to, or bring them from another address book.')}
      </EmptyState>
    )
  if (found.length > 0)
    return (
      <>
        <ContactsTable table={table} actions={actions} />
        <Pager {...current} total={found.length} onPage={table.setPage} />
      </>
    )
  // The deferred table renders its first rows a moment after they have loaded.
  if (table.isStale) return ARRIVING
  return (
    <EmptyState
      icon={<SearchX />}
      title={t('Nobody matches')}
      action={
        <Button variant="secondary" onClick={() => table.clear()}>
          {t('Show all contacts')}
        </Button>
      }
    >
      {t('Search for another name, handle or phone number, or choose another type.')}
    </EmptyState>
  )
}
