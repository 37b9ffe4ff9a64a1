import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Contact, ContactType } from '../../../../api/contract/contacts.ts'
import { nextSorting } from '../../../ui/table.tsx'
import { DEFAULT_SORT, filtered, pageOf, sorted, type Sort, type SortKey } from './model.ts'

/** Contacts that something other than search and type asks for. */
export interface Only {
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

  // Typing stays quick while thousands are searched: the list may lag behind by a moment.
  const asked = useDeferredValue(search)
  const ordered = useMemo(() => sorted(contacts, sort), [contacts, sort])
  const found = useMemo(
    () => filtered(ordered, { search: asked, type, only: only?.ids ?? null }),
    [ordered, asked, type, only],
  )
  const current = useMemo(() => pageOf(found, page), [found, page])
  // Whoever has been deleted is not selected any more.
  const selected = useMemo(
    () => (selection.size === 0 ? [] : contacts.filter(({ id }) => selection.has(id))),
    [contacts, selection],
  )

  const select = useCallback((ids: readonly string[], areSelected: boolean) => {
    setSelection((before) => {
      const next = new Set(before)
      for (const id of ids) {
        if (areSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])
  const selectOne = useCallback((id: string, isSelected: boolean) => select([id], isSelected), [select])
  /** Whatever changes which contacts are found begins with the first page. */
  const anew =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setPage(1)
    }

  return {
    search,
    setSearch: anew(setSearch),
    type,
    setType: anew(setType),
    only,
    setOnly: anew(setOnly),
    sort,
    sortBy: (key: SortKey) => {
      const { direction } = nextSorting(sort, key)
      setSort({ key, direction })
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
