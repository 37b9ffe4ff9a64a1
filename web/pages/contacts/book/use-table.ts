import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Contact, ContactType } from '../../../../api/contract/contacts.ts'
import { DEFAULT_SORT, filtered, nextSorting, pageOf, sorted, type Sort, type SortKey } from './model.ts'

/** Contacts that something other than search and type asks for. */
interface Only {
  readonly label: string
  readonly ids: ReadonlySet<string>
}

/** State of the contact table: search, filter, order, page and selection. */
export const useContactTable = (contacts: readonly Contact[]) => {
  const [search, setSearch] = useState('')
  const [type, setType] = useState<ContactType | 'all'>('all')
  const [only, setOnly] = useState<Only | null>(null)
  const [sort, setSort] = useState<Sort>(DEFAULT_SORT)
  const [page, setPage] = useState(1)
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())

  // Typing and choosing stay quick while thousands are searched and drawn: the list may lag by a moment.
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
  // Whoever has been deleted is not selected any more.
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
  /** Whatever changes which contacts are found begins with the first page. */
  const anew =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setPage(1)
    }

  /** Everybody again, or only some. */
  const clear = useCallback((some: Only | null = null) => {
    setSearch('')
    setType('all')
    setOnly(some)
    setPage(1)
  }, [])

  return {
    clear,
    search,
    setSearch: anew(setSearch),
    type,
    setType: anew(setType),
    only,
    setOnly: anew(setOnly),
    /** What is drawn is not yet what is asked for. */
    isBehind: drawn !== wanted,
    /** Of the rows that are drawn. */
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
