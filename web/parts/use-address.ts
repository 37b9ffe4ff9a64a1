import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from './router.ts'

/**
 * Lets an address open a dialog, filled in as far as it says; it never sends anything. `open` gets the query
 * once, when one of `triggers` is in it; those and `others` are taken out of the address at once, so that a
 * reload or the way back does not open it again.
 */
export const useAddress = (
  triggers: readonly string[],
  others: readonly string[],
  open: (query: URLSearchParams) => void,
): void => {
  const [query, setQuery] = useSearchParams()
  const asked = triggers.some((name) => query.has(name))
  const opened = useEffectEvent(() => {
    open(query)
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of [...triggers, ...others]) after.delete(name)
        return after
      },
      { replace: true },
    )
  })
  useEffect(() => {
    if (asked) opened()
  }, [asked])
}
