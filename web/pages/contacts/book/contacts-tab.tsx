import { FileUp, SearchX, Settings2, UserPlus, UsersRound } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { figuresOf } from '../../../data/cached.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { useCircles, useContacts } from '../../../data/contacts.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { Age, NeverLoaded, RefreshFailed } from '../../../parts/freshness.tsx'
import { hasFormDraft } from '../../../parts/form-draft.ts'
import { Below } from '../../../parts/below.tsx'
import { takeOver } from '../../../parts/shared-contacts.ts'
import { useOpened } from '../../../parts/use-opened.ts'
import { useColumns } from './columns.ts'
import { ContactsTable } from './contacts-table.tsx'
import type { ContactDialogKind } from './dialogs.tsx'
import { ExportMenu, exportVcard } from './export-menu.tsx'
import { Filters } from './filters.tsx'
import { alertsIn, findingsIn, type Finding } from './findings.ts'
import { Pager } from './pager.tsx'
import { RowActions, type RowActs } from './row-actions.tsx'
import { ContactStats } from './stats.tsx'
import { useContactTable } from './use-table.ts'
import { t } from '../../../texts/texts.ts'
import { number } from '../../../texts/numbers.ts'

/** Nobody selects before the table is there. */
const BulkBar = lazy(() => import('./bulk-bar.tsx'))
/** These stand below the table: the table is not to wait for them. */
const Insights = lazy(() => import('./insights.tsx'))
const LiveActivity = lazy(() => import('./live-activity.tsx'))
const ContactDialogs = lazy(() => import('./dialogs.tsx'))

const NOBODY: readonly never[] = []
const ICON = 'size-4'

/** Everything about contacts: figures, the table with its actions, what happened and what stands out. */
export function ContactsTab({ memberId }: { memberId: string }) {
  const { value, ...view } = useContacts()
  const circles = useCircles().value ?? NOBODY
  const contacts = value ?? NOBODY
  const table = useContactTable(contacts)
  const [columns, setColumns] = useColumns(memberId)
  // A form that a reload or the end of a session has taken away is there again.
  const opened = useOpened<ContactDialogKind>(undefined, () =>
    hasFormDraft('contact') ? { kind: 'add' } : null,
  )
  const [said, setSaid] = useState('')
  const toast = useToast()
  const offline = useConnectivity() === 'offline'
  const settled = useDeferredValue(contacts)
  const findings = useMemo(() => findingsIn(settled), [settled])
  const tableTop = useRef<HTMLDivElement>(null)

  const say = (message: string) => {
    setSaid(message)
    toast({ tone: 'credit', title: message })
  }
  const { open } = opened
  useEffect(() => {
    const file = takeOver()
    if (file !== null && tableTop.current !== null) open({ kind: 'import', file }, tableTop.current)
  }, [open])
  const acts = useMemo(
    (): RowActs => ({
      view: (contact, from) => open({ kind: 'view', contact }, from),
      edit: (contact, from) => open({ kind: 'edit', contact }, from),
      remove: (contact, from) => open({ kind: 'delete', contacts: [contact] }, from),
      addToCircle: ({ id }, from) => open({ kind: 'circle', ids: [id] }, from),
      copyPhone: ({ phone_number }) => {
        navigator.clipboard.writeText(phone_number ?? '').then(
          () => toast({ tone: 'credit', title: t('Phone number copied.') }),
          () => toast({ tone: 'debit', title: t('Copying is not allowed here.') }),
        )
      },
      exportVcard: (contact) => void exportVcard([contact]),
    }),
    [open, toast],
  )
  const actions = useMemo(
    () => (contact: (typeof contacts)[number]) => <RowActions contact={contact} acts={acts} />,
    [acts],
  )
  const { found, current, selected } = table
  const { page, pages, first, last, shown } = current
  const asked = table.search.trim() !== '' || table.type !== 'all' || table.only !== null
  // The first rows are drawn a moment after they are here.
  const arriving = table.isBehind && found.length === 0
  const { clear } = table
  const show = useCallback(
    ({ title, ids }: Finding) => {
      clear({ label: title, ids: new Set(ids) })
      tableTop.current?.scrollIntoView()
    },
    [clear],
  )
  const addButton = (
    <Button
      size="sm"
      icon={<UserPlus aria-hidden="true" className={ICON} />}
      onClick={(event) => open({ kind: 'add' }, event.currentTarget)}
    >
      {t('Add Contact')}
    </Button>
  )
  const importButton = (
    <Button
      variant="secondary"
      size="sm"
      disabled={offline}
      icon={<FileUp aria-hidden="true" className={ICON} />}
      onClick={(event) => open({ kind: 'import', file: null }, event.currentTarget)}
    >
      {t('Import')}
    </Button>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <ContactStats contacts={figuresOf({ value, ...view })} alerts={alertsIn(findings)} />
      <RefreshFailed {...view} />
      {offline && value !== null && (
        <Banner tone="warning" live="status">
          {t(
            'You are offline. You can search, view and export what is saved here. What you add, edit or delete waits on this device and is sent when you are back; importing needs a connection.',
          )}
        </Banner>
      )}
      <Card className="grid grid-cols-1 gap-4" aria-label={t('Contacts')} aria-busy={value === null}>
        <div ref={tableTop} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h2 className="text-lg font-bold">{t('Contacts')}</h2>
            <Age {...view} />
          </div>
          <div className="flex flex-wrap gap-2">
            <ExportMenu
              contacts={contacts}
              onExported={(format) => setSaid(t('All contacts exported as {format}.', { format }))}
            />
            <Button
              variant="secondary"
              size="sm"
              icon={<Settings2 aria-hidden="true" className={ICON} />}
              onClick={(event) => open({ kind: 'configure' }, event.currentTarget)}
            >
              {t('Configure')}
            </Button>
            {importButton}
            {addButton}
          </div>
        </div>
        <Filters table={table} />
        {selected.length > 0 && (
          <Suspense fallback={<Skeleton className="h-12 w-full rounded-control!" />}>
            <BulkBar
              contacts={selected}
              found={found.length}
              onSelectFound={() =>
                table.select(
                  found.map(({ id }) => id),
                  true,
                )
              }
              onClear={table.clearSelection}
              onDelete={(from) => open({ kind: 'delete', contacts: selected }, from)}
              onAddToCircle={(from) => open({ kind: 'circle', ids: selected.map(({ id }) => id) }, from)}
              onExported={(format) => setSaid(t('Selected contacts exported as {format}.', { format }))}
            />
          </Suspense>
        )}
        {value === null && view.state === 'never' && <NeverLoaded what={t('contacts')} {...view} />}
        {((value === null && view.state !== 'never') || (arriving && contacts.length > 0)) && (
          <TableSkeleton />
        )}
        {value?.length === 0 && (
          <EmptyState
            icon={<UsersRound />}
            title={t('No contacts yet')}
            action={
              <>
                {addButton}
                {importButton}
              </>
            }
          >
            {t('Add the people you talk to, or bring them from another address book.')}
          </EmptyState>
        )}
        {contacts.length > 0 && found.length === 0 && !arriving && (
          <EmptyState
            icon={<SearchX />}
            title={t('Nobody matches')}
            action={
              <Button variant="secondary" onClick={() => clear()}>
                {t('Show all contacts')}
              </Button>
            }
          >
            {t('Search for another name, handle or phone number, or choose another type.')}
          </EmptyState>
        )}
        {found.length > 0 && (
          <>
            <ContactsTable
              contacts={shown}
              sort={table.sort}
              onSort={table.sortBy}
              selected={table.selection}
              onSelect={table.selectOne}
              onSelectAll={(areSelected) =>
                table.select(
                  shown.map(({ id }) => id),
                  areSelected,
                )
              }
              columns={columns}
              actions={actions}
            />
            <Pager
              page={page}
              pages={pages}
              first={first}
              last={last}
              total={found.length}
              onPage={table.setPage}
            />
          </>
        )}
        <output className="sr-only">{said}</output>
        <output className="sr-only">{asked && t('{count} found', { count: number(found.length) })}</output>
      </Card>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Below height_rem={8}>
          <Suspense fallback={<Skeleton className="h-80 w-full rounded-card!" />}>
            <LiveActivity contacts={contacts} />
          </Suspense>
        </Below>
        <Below height_rem={21}>
          <Suspense fallback={<Skeleton className="h-80 w-full rounded-card!" />}>
            <Insights findings={findings} onShow={show} />
          </Suspense>
        </Below>
      </div>
      {opened.what !== null && (
        <Suspense>
          <ContactDialogs
            opened={opened}
            circles={circles}
            columns={columns}
            onColumns={setColumns}
            onSay={say}
          />
        </Suspense>
      )}
    </div>
  )
}

function TableSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-12 w-full" />
      ))}
    </div>
  )
}
