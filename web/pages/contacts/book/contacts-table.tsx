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
const CELL =
  'align-middle sm:px-3 sm:py-2.5 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-4'

/** One page of contacts as a table; on phones each row is a card whose cells show their column's name. */
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
      <tbody className="max-sm:grid max-sm:gap-3">
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

/** The column's name before a cell's content, on phones. */
function CellName({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="text-sm text-muted sm:hidden">
      {children}
    </span>
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
        <bdi className="line-clamp-2 font-semibold wrap-anywhere" title={name}>
          {name}
        </bdi>
        <span className="block text-sm text-muted wrap-anywhere">
          {handle !== null && <bdi>{handle}</bdi>}
          {handle !== null && phone !== null && ' · '}
          {phone !== null && <bdi className="tabular">{phone}</bdi>}
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
        'max-sm:far-from-sight max-sm:[contain-intrinsic-block-size:auto_14rem]',
        'border-line max-sm:relative max-sm:grid max-sm:gap-1.5 max-sm:rounded-control max-sm:border max-sm:p-3 sm:border-b sm:last:border-0',
        isSelected && 'chosen',
      )}
    >
      <td className="w-11 max-sm:absolute max-sm:top-1 max-sm:end-1">
        <Tick
          label={t('Select {name}', { name })}
          checked={isSelected}
          onChange={(checked) => onSelect(id, checked)}
        />
      </td>
      <th scope="row" className="align-middle font-normal max-sm:pe-11 sm:max-w-72 sm:px-3 sm:py-2.5">
        <Person contact={contact} />
      </th>
      <td className={CELL}>
        <CellName>{t('Status')}</CellName>
        <Badge tone={tone}>
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
          {label}
        </Badge>
      </td>
      {columns.has('activity') && (
        <td className={clsx(CELL, 'text-sm text-muted sm:whitespace-nowrap')}>
          <CellName>{t('Activity')}</CellName>
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
        <td className={clsx(CELL, 'text-sm text-muted')}>
          <CellName>{t('Usage Stats')}</CellName>
          <span className="tabular max-sm:text-end">
            <span className="block sm:whitespace-nowrap">{usageText(contact)}</span>
            <span className="block">{contact.data_usage}</span>
          </span>
        </td>
      )}
      {columns.has('type') && (
        <td className={CELL}>
          <CellName>{t('Type')}</CellName>
          <Badge tone="primary">{TYPE_LABELS[contact.contact_type]}</Badge>
        </td>
      )}
      <td className="text-end align-middle sm:py-1 max-sm:-mx-2 max-sm:-mb-1.5 max-sm:border-t max-sm:border-line max-sm:pt-1.5">
        <div className="inline-flex max-sm:flex max-sm:justify-between">{actions(contact)}</div>
      </td>
    </tr>
  )
})
