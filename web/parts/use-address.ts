import { useEffect, useEffectEvent } from 'react'
import { leaveAll, thisEntry } from '../ui/history-entries.ts'
import { useSearchParams } from './router.ts'

/**
 * Lets an address open a dialog and fill it in, in place of what is open; it never sends anything. `open` gets the query once, when it contains
 * one of `triggers`; these and `others` are removed from the address at once, so that a reload or Back does not open
 * the dialog again.
 */
export const useAddress = (
  triggers: readonly string[],
  others: readonly string[],
  open: (query: URLSearchParams) => void,
): void => {
  const [query, setQuery] = useSearchParams()
  const asked = triggers.some((name) => query.has(name))
  const opened = useEffectEvent(() => {
    leaveAll()
    open(query)
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of [...triggers, ...others]) after.delete(name)
        return after
      },
      { replace: true, state: thisEntry() },
    )
  })
  useEffect(() => {
    if (asked) opened()
  }, [asked])
}
