import { LRUCache } from 'lru-cache'
import type { Announcements } from '../projections/announcements.ts'
import { atMost } from './at-most.ts'

/** Cache of rows that is invalidated by announcements of their changes. */
export interface Memory<Value> {
  /** The cached row, if announcements are current to within a second; else `undefined`: ask the database. */
  readonly recall: (key: string) => Value | undefined
  /** Reads a row and caches it, unless a row was invalidated meanwhile. Missing rows are not cached. */
  readonly read: (
    key: string,
    read: (key: string) => Promise<Value | undefined>,
  ) => Promise<Value | undefined>
  /** Invalidates a row after this process changed it; effective for reads that begin from now on. */
  readonly forget: (key: string) => void
  readonly forgetWhere: (is: (value: Value) => boolean) => void
}

/**
 * Caches rows whose changes are announced on `channel`: with the row's key as payload, or with an empty payload for all
 * rows. While announcements cannot be received nothing is returned from the cache, and after such a gap it is cleared.
 * See docs/decisions/0071-memory-that-hears-of-changes.md.
 */
export const createMemory = <Value extends object>({
  announcements,
  channel,
  max,
}: {
  readonly announcements: Pick<Announcements, 'listen' | 'isCurrent'>
  readonly channel: string
  /** Maximum number of cached rows; the least recently used are evicted first. */
  readonly max: number
}): Memory<Value> => {
  const rows = new LRUCache<string, Value>(atMost(max))
  let isHearing = false
  /** Count of invalidations: a row whose read began before the latest one may be stale. */
  let forgotten = 0

  const forget = (key: string): void => {
    forgotten += 1
    if (key === '') rows.clear()
    else rows.delete(key)
  }
  const hears = (hearing: boolean): void => {
    isHearing = hearing
    forget('')
  }
  announcements.listen({
    channel,
    notified: forget,
    connected: () => hears(true),
    lost: () => hears(false),
  })

  return {
    recall: (key) => (announcements.isCurrent() && isHearing ? rows.get(key) : undefined),
    read: async (key, read) => {
      const before = forgotten
      const value = await read(key)
      if (value !== undefined && isHearing && forgotten === before) rows.set(key, value)
      return value
    },
    forget,
    forgetWhere: (is) => {
      forgotten += 1
      for (const [key, value] of rows.entries()) if (is(value)) rows.delete(key)
    },
  }
}
