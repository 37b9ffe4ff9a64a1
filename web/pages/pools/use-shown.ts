import { useRef } from 'react'
import { useSearchParams } from '../../parts/router.ts'
import { useFocusAfter } from '../../parts/use-focus-after.ts'

/** The pool or bill whose details dialog the address opens. */
export interface Shown {
  readonly pool: string | null
  readonly bill: string | null
  /** Opens the details of a pool or bill; when the dialog closes, `from` gets the focus. */
  readonly show: (what: 'pool' | 'bill', id: string, from?: HTMLElement) => void
  readonly hide: () => void
}

/** `?pool=` and `?bill=`: details have an address, so that links and the browser's back button work. */
export const useShown = (): Shown => {
  const [query, setQuery] = useSearchParams()
  const opener = useRef<HTMLElement>(null)
  const pool = query.get('pool')
  const bill = pool === null ? query.get('bill') : null
  useFocusAfter(pool !== null || bill !== null, opener)
  const change = (set: (query: URLSearchParams) => void, replace: boolean) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('pool')
        after.delete('bill')
        after.delete('range')
        set(after)
        return after
      },
      { replace, preventScrollReset: true },
    )
  return {
    pool,
    bill,
    show: (what, id, from) => {
      if (from !== undefined) opener.current = from
      change((after) => after.set(what, id), false)
    },
    hide: () => change(() => undefined, true),
  }
}
