import { useCallback } from 'react'
import { inEntry } from '../ui/entry-changes.ts'
import { thisEntry } from '../ui/history-entries.ts'
import { useSearchParams } from './router.ts'

/** Parts of the address's query by name; null takes one away. */
type Change = Readonly<Record<string, string | null>>

/**
 * The address's query, and how to change parts of it. No entry is added to the history: Back leaves the page. What a
 * member types, such as a name that they search for, does not belong there: addresses are written to logs.
 */
export const useQuery = (): readonly [query: URLSearchParams, change: (change: Change) => void] => {
  const [query, setQuery] = useSearchParams()
  const change = useCallback(
    (parts: Change) =>
      inEntry(() =>
        setQuery(
          () => {
            // Not the rendered query: several parts of a page may change theirs before it is rendered again.
            const after = new URLSearchParams(window.location.search)
            for (const [name, value] of Object.entries(parts)) {
              if (value === null) after.delete(name)
              else after.set(name, value)
            }
            return after
          },
          { replace: true, preventScrollReset: true, state: thisEntry() },
        ),
      ),
    [setQuery],
  )
  return [query, change]
}

/**
 * A tab or filter that is in the address under `name`, so that a link can name it and a reload keeps it. The address
 * lacks it while it is `otherwise`, and anything else there counts as that.
 */
export const useChosen = <Value extends string>(
  name: string,
  values: readonly Value[],
  otherwise: Value,
): readonly [value: Value, choose: (value: Value) => void] => {
  const [query, change] = useQuery()
  const asked = query.get(name)
  const value = values.find((one) => one === asked) ?? otherwise
  const choose = useCallback(
    (next: Value) => change({ [name]: next === otherwise ? null : next }),
    [change, name, otherwise],
  )
  return [value, choose]
}
