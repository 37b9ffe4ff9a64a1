import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Contact } from '../../../../api/contract/contacts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { initialsOf } from '../../../parts/initials.ts'
import { RelativeTime } from '../../../parts/relative-time.tsx'
import { Checkbox } from '../../../ui/tick.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { STATUS_LOOKS, TYPE_LABELS, usageText } from '../words.ts'
import { type OptionalColumn, useColumns } from './columns.ts'
import type { Sort, SortKey } from './model.ts'
import type { ContactTable } from './use-table.ts'
import { t } from '../../../texts/texts.ts'

const HEAD = 'px-3 py-2 text-sm font-semibold text-muted'
/** Of what a phone's row has no room for: it is shown with the contact. */
const CELL = 'align-middle px-3 py-2.5 max-sm:hidden'

/** One page of contacts as a table; on phones each row is 72 px high, and a tap on it shows the contact. */
export function ContactsTable({
  table: { current, sort, sortBy, selection, select, selectOne },
  actions,
}: {
  table: ContactTable
  actions: (contact: Contact) => ReactNode
}) {
  const columns = useColumns()
  const { shown } = current
  const chosen = shown.filter(({ id }) => selection.has(id)).length
  return (
    <table className="w-full border-collapse text-start text-[0.9375rem] max-sm:block">
      <caption className="sr-only">{t('Contacts')}</caption>
      <thead className="max-sm:block max-sm:pb-3">
        <tr className="border-b border-line max-sm:flex max-sm:items-center max-sm:border-0">
          <th scope="col" className="w-11 pe-1">
            <Tick
              label={t('Select all on this page')}
              checked={chosen > 0 && chosen === shown.length}
              partly={chosen > 0 && chosen < shown.length}
              onChange={(areSelected) => select(shown, areSelected)}
            />
          </th>
          <SortableHead label={t('Contact')} name="contact_name" sort={sort} onSort={sortBy} />
          <SortableHead label={t('Status')} name="status" sort={sort} onSort={sortBy} />
          {columns.has('activity') && <Head>{t('Activity')}</Head>}
          {columns.has('usage') && <Head>{t('Usage Stats')}</Head>}
          {columns.has('type') && <Head>{t('Type')}</Head>}
          <Head className="text-end">{t('Actions')}</Head>
        </tr>
      </thead>
      <tbody className="max-sm:block max-sm:divide-y max-sm:divide-line">
        {shown.map((contact) => (
          <Row
            key={contact.id}
            contact={contact}
            isSelected={selection.has(contact.id)}
            onSelect={selectOne}
            columns={columns}
            actions={actions}
          />
        ))}
      </tbody>
    </table>
  )
}

function Head({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={clsx(HEAD, 'max-sm:sr-only', className)}>
      {children}
    </th>
  )
}

function Tick({
  label,
  checked,
  partly = false,
  onChange,
}: {
  label: string
  checked: boolean
  /** Some but not all of the rows that the checkbox covers are selected. */
  partly?: boolean
  onChange: (isChecked: boolean) => void
}) {
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <Checkbox checked={checked} partly={partly} onChange={(event) => onChange(event.target.checked)} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </label>
  )
}

const ARIA = { asc: 'ascending', desc: 'descending' } as const

function SortableHead({
  label,
  name,
  sort,
  onSort,
}: {
  label: string
  name: SortKey
  sort: Sort
  onSort: (key: SortKey) => void
}) {
  const direction = sort.key === name ? sort.direction : null
  const Icon = direction === null ? ChevronsUpDown : direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={direction === null ? 'none' : ARIA[direction]} className={HEAD}>
      <button
        type="button"
        className="inline-flex min-h-11 items-center gap-1 hover:text-ink"
        onClick={() => onSort(name)}
      >
        {label}
        <Icon className="size-4" />
      </button>
    </th>
  )
}

function Person({ contact }: { contact: Contact }) {
  const { contact_name: name, contact_handle: handle, phone_number: phone } = contact
  return (
    <span className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center overflow-hidden rounded-full bg-primary-soft text-sm font-bold text-primary"
      >
        {initialsOf(name)}
      </span>
      <span className="min-w-0">
        <bdi
          translate="no"
          className="line-clamp-2 font-semibold wrap-anywhere max-sm:line-clamp-1"
          title={name}
        >
          {name}
        </bdi>
        <span className="block text-sm text-muted wrap-anywhere max-sm:truncate">
          <span className="sm:hidden">{STATUS_LOOKS[contact.status].label}</span>
          {(handle ?? phone) !== null && <span className="sm:hidden"> · </span>}
          {handle !== null && <bdi translate="no">{handle}</bdi>}
          {handle !== null && phone !== null && <span>{' · '}</span>}
          {phone !== null && (
            <bdi translate="no" className="tabular">
              {phone}
            </bdi>
          )}
        </span>
      </span>
    </span>
  )
}

const Row = memo(function Row({
  contact,
  isSelected,
  onSelect,
  columns,
  actions,
}: {
  contact: Contact
  isSelected: boolean
  onSelect: (id: string, isSelected: boolean) => void
  columns: ReadonlySet<OptionalColumn>
  actions: (contact: Contact) => ReactNode
}) {
  const { id, contact_name: name } = contact
  const { label, tone } = STATUS_LOOKS[contact.status]
  return (
    <tr
      className={clsx(
        'max-sm:far-from-sight max-sm:[contain-intrinsic-block-size:auto_4.5rem]',
        'border-line max-sm:relative max-sm:flex max-sm:min-h-18 max-sm:items-center sm:border-b sm:last:border-0',
        isSelected && 'chosen max-sm:rounded-control',
      )}
    >
      <td className="w-11 max-sm:relative max-sm:z-10 max-sm:-ms-2.5">
        <Tick
          label={t('Select {name}', { name })}
          checked={isSelected}
          onChange={(checked) => onSelect(id, checked)}
        />
      </td>
      <th
        scope="row"
        className="align-middle font-normal max-sm:min-w-0 max-sm:grow sm:max-w-72 sm:px-3 sm:py-2.5"
      >
        <Person contact={contact} />
      </th>
      <td className={CELL}>
        <Badge tone={tone}>
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
          {label}
        </Badge>
      </td>
      {columns.has('activity') && (
        <td className={clsx(CELL, 'text-sm whitespace-nowrap text-muted')}>
          {contact.last_activity === null ? (
            <span>
              <span aria-hidden="true">—</span>
              <VisuallyHidden>{t('Nothing known')}</VisuallyHidden>
            </span>
          ) : (
            <RelativeTime at={contact.last_activity} clock="real" />
          )}
        </td>
      )}
      {columns.has('usage') && (
        <td className={clsx(CELL, 'text-sm tabular text-muted')}>
          <span className="block whitespace-nowrap">{usageText(contact)}</span>
          <span className="block">{contact.data_usage}</span>
        </td>
      )}
      {columns.has('type') && (
        <td className={CELL}>
          <Badge tone="primary">{TYPE_LABELS[contact.contact_type]}</Badge>
        </td>
      )}
      <td className="text-end align-middle max-sm:-me-3 sm:py-1">
        <div className="inline-flex">{actions(contact)}</div>
      </td>
    </tr>
  )
})
