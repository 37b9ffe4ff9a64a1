import { LRUCache } from 'lru-cache'
import type { Announcements } from '../../projections/announcements.ts'
import { maxEntries } from '../../events/max-entries.ts'

/** Cache of rows that is invalidated by announcements of their changes. */
export interface RowCache<Value> {
  /** The cached row, if announcements are current to within a second; else `undefined`: ask the database. */
  readonly get: (key: string) => Value | undefined
  /** Reads a row and caches it, unless a row was invalidated meanwhile. Missing rows are not cached. */
  readonly load: (
    key: string,
    read: (key: string) => Promise<Value | undefined>,
  ) => Promise<Value | undefined>
  /** Invalidates a row after this process changed it; effective for reads that begin from now on. */
  readonly invalidate: (key: string) => void
  readonly invalidateWhere: (is: (value: Value) => boolean) => void
}

/**
 * Caches rows whose changes are announced on `channel`: with the row's key as payload, or with an empty payload for all
 * rows. While announcements cannot be received nothing is returned from the cache, and after such a gap it is cleared.
 * See docs/decisions/0071-memory-that-hears-of-changes.md.
 */
export const createRowCache = <Value extends object>({
  announcements,
  channel,
  max,
}: {
  readonly announcements: Pick<Announcements, 'listen' | 'isCurrent'>
  readonly channel: string
  /** Maximum number of cached rows; the least recently used are evicted first. */
  readonly max: number
}): RowCache<Value> => {
  const rows = new LRUCache<string, Value>(maxEntries(max))
  let isListening = false
  /** Count of invalidations: a row whose read began before the latest one may be stale. */
  let invalidations = 0

  const invalidate = (key: string): void => {
    invalidations += 1
    if (key === '') rows.clear()
    else rows.delete(key)
  }
  const becomeListening = (listening: boolean): void => {
    isListening = listening
    invalidate('')
  }
  announcements.listen({
    channel,
    notified: invalidate,
    connected: () => becomeListening(true),
    lost: () => becomeListening(false),
  })

  return {
    get: (key) => (announcements.isCurrent() && isListening ? rows.get(key) : undefined),
    load: async (key, read) => {
      const before = invalidations
      const value = await read(key)
      if (value !== undefined && isListening && invalidations === before) rows.set(key, value)
      return value
    },
    invalidate,
    invalidateWhere: (is) => {
      invalidations += 1
      for (const [key, value] of rows.entries()) if (is(value)) rows.delete(key)
    },
  }
}
