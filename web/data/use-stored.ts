import { startTransition, useEffect, useState } from 'react'
import { useConnection } from './device-storage.ts'
import { loadDatabase, memberDatabase } from './stored.ts'

interface Found<Key, T> {
  readonly key: Key
  readonly value: T | null
}

const NEVER = (): boolean => false
const NOTHING = (): null => null

/**
 * The result of `read` for `key` in the member's database, updated with every change there. `undefined` during the
 * first read; null if there is nothing or the read failed. `read` is a plain function outside of the component and
 * awaits only the database, so that its reads are observed. The value stays when the database is lost. Values for which
 * `isDrawn` is true are ignored. `early`: what was read before the first drawing; null if nothing was.
 */
export const useStored = <Key, T>(
  key: Key,
  read: (key: Key) => Promise<T | null>,
  isDrawn: (key: Key, found: T | null) => boolean = NEVER,
  early: (key: Key) => T | null = NOTHING,
): T | null | undefined => {
  const [found, setFound] = useState<Found<Key, T> | null>(() => {
    const value = early(key)
    return value === null ? null : { key, value }
  })
  const connection = useConnection()
  useEffect(() => {
    let stopped = false
    let stop: (() => void) | undefined
    const database = memberDatabase()
    const lose = async (error: unknown) => {
      // The page was left: when it is back, everything is read again.
      if (stopped || database?.isAway(error) === true) return
      console.warn('The cache is unreadable', error)
      setFound((before) => (before !== null && Object.is(before.key, key) ? before : { key, value: null }))
      if (database !== null) await (await loadDatabase()).mend(database, error)
    }
    const answered = Promise.withResolvers<void>()
    const watch = async () => {
      const { liveQuery, withTimeout, PATIENCE_MS } = await loadDatabase()
      if (stopped) return
      // A closed database is an error like others; `liveQuery` would not report it.
      const look = () =>
        read(key).then(
          (value) => ({ value }),
          (error: unknown) => ({ error }),
        )
      const subscription = liveQuery(look).subscribe((seen) => {
        answered.resolve()
        if ('error' in seen) void lose(seen.error)
        else if (!isDrawn(key, seen.value)) {
          const isKnown = (before: Found<Key, T> | null) => before !== null && Object.is(before.key, key)
          // Rendered in pieces between which a tap is handled: unlike typed text, it need not appear at once.
          startTransition(() =>
            setFound((before) =>
              database === null && isKnown(before) ? before : { key, value: seen.value },
            ),
          )
        }
      })
      stop = () => subscription.unsubscribe()
      await withTimeout(PATIENCE_MS, answered.promise)
    }
    watch().catch(lose)
    return () => {
      stopped = true
      answered.resolve()
      stop?.()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new connection is read anew
  }, [key, read, isDrawn, connection])
  return found !== null && Object.is(found.key, key) ? found.value : undefined
}
