import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Contact, ContactType } from '../../../../api/contract/contacts.ts'
import { DEFAULT_SORT, filtered, nextSorting, pageOf, sorted, type Sort, type SortKey } from './model.ts'

/** A filter by ids, such as the contacts of one finding, with its label. */
interface IdFilter {
  readonly label: string
  readonly ids: ReadonlySet<string>
}

/** State of the contact table: search, filter, order, page and selection. */
export const useContactTable = (contacts: readonly Contact[]) => {
  const [search, setSearch] = useState('')
  const [type, setType] = useState<ContactType | 'all'>('all')
  const [only, setOnly] = useState<IdFilter | null>(null)
  const [sort, setSort] = useState<Sort>(DEFAULT_SORT)
  const [page, setPage] = useState(1)
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

  /** Removes search and filters, then shows all contacts, or only `some`. */
  const clear = useCallback((some: IdFilter | null = null) => {
    setSearch('')
    setType('all')
    setOnly(some)
    setPage(1)
  }, [])

  return {
    clear,
    search,
    setSearch: backToFirstPage(setSearch),
    type,
    setType: backToFirstPage(setType),
    only,
    setOnly: backToFirstPage(setOnly),
    /** The rendered rows do not match the requested search, filter, order and page yet. */
    isStale: drawn !== wanted,
    /** The order of the rendered rows. */
    sort: drawn.sort,
    sortBy: (key: SortKey) => {
      setSort(nextSorting(sort, key))
      setPage(1)
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
