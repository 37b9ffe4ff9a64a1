import { useRef } from 'react'
import * as z from 'zod/mini'
import { useLocation, useSearchParams } from '../../parts/router.ts'
import { inEntry } from '../../ui/entry-changes.ts'
import { thisEntry, useHistoryEntries, withNextEntry } from '../../ui/history-entries.ts'
import { useFocusAfter } from '../../parts/use-focus-after.ts'

/** The pool or bill whose details dialog the address opens. */
export interface Shown {
  readonly pool: string | null
  readonly bill: string | null
  /** Opens the details of a pool or bill; when the dialog closes, `from` gets the focus. */
  readonly show: (what: 'pool' | 'bill', id: string, from?: HTMLElement) => void
  readonly hide: () => void
}

/** How many details were opened one from the other, on the way to an entry of the history. */
const Trail = z.object({ shown: z.number() })
const shownIn = (entry: unknown): number => Trail.safeParse(entry).data?.shown ?? 0

const isInAddress = (): boolean => /[?&](pool|bill)=/.test(window.location.search)

/** `?pool=` and `?bill=`: details have an address, so that links to them work, and each its own entry in the history. */
export const useShown = (): Shown => {
  const [query, setQuery] = useSearchParams()
  const opener = useRef<HTMLElement>(null)
  const pool = query.get('pool')
  const bill = pool === null ? query.get('bill') : null
  useFocusAfter(pool !== null || bill !== null, opener)
  const shown = shownIn(useLocation().state)
  const change = (set: (query: URLSearchParams) => void, entry: { replace: boolean; state: object }) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('pool')
        after.delete('bill')
        after.delete('range')
        set(after)
        return after
      },
      { ...entry, preventScrollReset: true },
    )
  const hide = () => change(() => undefined, { replace: true, state: { ...thisEntry(), shown: 0 } })
  // After Back the address says what is shown.
  useHistoryEntries(shown, { leave: () => isInAddress() && hide(), back: () => undefined })
  return {
    pool,
    bill,
    show: (what, id, from) => {
      if (from !== undefined) opener.current = from
      inEntry(() => {
        const state = { layers: withNextEntry(), shown: shownIn(thisEntry()) + 1 }
        change((after) => after.set(what, id), { replace: false, state })
      })
    },
    hide,
  }
}
