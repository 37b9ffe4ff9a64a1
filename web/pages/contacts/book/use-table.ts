import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { CONTACT_TYPES, type Contact, type ContactType } from '../../../../api/contract/contacts.ts'
import { useChosen, useQuery } from '../../../parts/use-chosen.ts'
import { filtered, nextSorting, pageOf, sorted, sortIn, type SortKey, sortText } from './model.ts'

/** A filter by ids, such as the contacts of one finding, with its label. */
interface IdFilter {
  readonly label: string
  readonly ids: ReadonlySet<string>
}

const TYPES = ['all', ...CONTACT_TYPES] as const

/** State of the contact table: search, filter, order, page and selection. */
export const useContactTable = (contacts: readonly Contact[]) => {
  const [search, setSearch] = useState('')
  const [query, change] = useQuery()
  const [type] = useChosen<ContactType | 'all'>('type', TYPES, 'all')
  const [only, setOnly] = useState<IdFilter | null>(null)
  const order = query.get('sort')
  const sort = useMemo(() => sortIn(order), [order])
  const page = Number(query.get('page') ?? 1) || 1
  const setPage = useCallback((next: number) => change({ page: next === 1 ? null : String(next) }), [change])
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())

  // Deferred: input stays responsive while thousands of contacts are searched and rendered.
  const wanted = useMemo(
    () => ({ contacts, search, type, only, sort, page }),
    [contacts, search, type, only, sort, page],
  )
  const drawn = useDeferredValue(wanted)
  const ordered = useMemo(() => sorted(drawn.contacts, drawn.sort), [drawn.contacts, drawn.sort])
  const found = useMemo(
    () => filtered(ordered, { search: drawn.search, type: drawn.type, only: drawn.only?.ids ?? null }),
    [ordered, drawn.search, drawn.type, drawn.only],
  )
  const current = useMemo(() => pageOf(found, drawn.page), [found, drawn.page])
  // Deleted contacts drop out of the selection.
  const selected = useMemo(
    () => (selection.size === 0 ? [] : contacts.filter(({ id }) => selection.has(id))),
    [contacts, selection],
  )

  const select = useCallback((some: readonly Pick<Contact, 'id'>[], areSelected: boolean) => {
    setSelection((before) => {
      const next = new Set(before)
      for (const { id } of some) {
        if (areSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])
  const selectOne = useCallback((id: string, isSelected: boolean) => select([{ id }], isSelected), [select])
  /** A change of search or filter goes back to the first page. */
  const backToFirstPage =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setPage(1)
    }
  const setType = (next: ContactType | 'all') => change({ type: next === 'all' ? null : next, page: null })

  /** Removes search and filters, then shows all contacts, or only `some`. */
  const clear = useCallback(
    (some: IdFilter | null = null) => {
      setSearch('')
      setOnly(some)
      change({ type: null, page: null })
    },
    [change],
  )

  return {
    clear,
    search,
    setSearch: backToFirstPage(setSearch),
    type,
    setType,
    only,
    setOnly: backToFirstPage(setOnly),
    /** The rendered rows do not match the requested search, filter, order and page yet. */
    isStale: drawn !== wanted,
    /** The order of the rendered rows. */
    sort: drawn.sort,
    sortBy: (key: SortKey) => {
      change({ sort: sortText(nextSorting(sort, key)), page: null })
    },
    found,
    current,
    setPage,
    selection,
    selected,
    select,
    selectOne,
    clearSelection: () => setSelection(new Set()),
  }
}

export type ContactTable = ReturnType<typeof useContactTable>
