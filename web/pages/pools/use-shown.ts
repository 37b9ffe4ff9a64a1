import { useRef } from 'react'
import { useSearchParams } from '../../parts/router.ts'
import { useFocusAfter } from '../../parts/use-focus-after.ts'

/** What the page's address shows in a dialog: a pool's details, or a bill's. */
export interface Shown {
  readonly pool: string | null
  readonly bill: string | null
  /** Shows one of them; the focus comes back to `from` once nothing is shown any more. */
  readonly show: (what: 'pool' | 'bill', id: string, from?: HTMLElement) => void
  readonly hide: () => void
}

/** `?pool=` and `?bill=`: details have an address, so that they can be linked to and the way back works. */
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
