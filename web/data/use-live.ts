import { useEffect, useState } from 'react'
import { loadDatabase } from './stored.ts'

/**
 * What `read` finds in the member's database under `key`, again with every change there. `undefined` while
 * it is being read for the first time; null when there is nothing or it can't be read. `read` is a plain
 * function outside of the component and awaits the database alone, so that its reads are observed.
 */
export const useLive = <Key, T>(key: Key, read: (key: Key) => Promise<T | null>): T | null | undefined => {
  const [found, setFound] = useState<{ readonly key: Key; readonly value: T | null } | null>(null)
  useEffect(() => {
    let stopped = false
    let stop: (() => void) | undefined
    const watch = async () => {
      const { liveQuery } = await loadDatabase()
      if (stopped) return
      const subscription = liveQuery(() => read(key)).subscribe({
        next: (value) => setFound({ key, value }),
        error: (error: unknown) => {
          console.warn('The cache could not be read', error)
          setFound({ key, value: null })
        },
      })
      stop = () => subscription.unsubscribe()
    }
    watch().catch((error: unknown) => {
      console.warn('The cache is not available', error)
      if (!stopped) setFound({ key, value: null })
    })
    return () => {
      stopped = true
      stop?.()
    }
  }, [key, read])
  return found !== null && Object.is(found.key, key) ? found.value : undefined
}
