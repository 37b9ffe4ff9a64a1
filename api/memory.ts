import { LRUCache } from 'lru-cache'
import type { Announcements } from '../projections/announcements.ts'
import { atMost } from './at-most.ts'

/** Rows that this process remembers for as long as it hears of their changes. */
export interface Memory<Value> {
  /** What is remembered, where it certainly held a second ago; for everything else ask the database. */
  readonly recall: (key: string) => Value | undefined
  /** Reads a row and remembers it, unless something was forgotten meanwhile. Rows that are not there are not remembered. */
  readonly read: (
    key: string,
    read: (key: string) => Promise<Value | undefined>,
  ) => Promise<Value | undefined>
  /** After a change of one's own: it holds for what begins from now on. */
  readonly forget: (key: string) => void
  readonly forgetWhere: (is: (value: Value) => boolean) => void
}

/**
 * Remembers rows whose changes are announced on `channel`: by the row's key, or by an empty text for all of them. While
 * announcements cannot be heard nothing is recalled, and after such a time all is forgotten. See
 * docs/decisions/0071-memory-that-hears-of-changes.md.
 */
export const createMemory = <Value extends object>({
  announcements,
  channel,
  max,
}: {
  readonly announcements: Pick<Announcements, 'hear' | 'isCurrent'>
  readonly channel: string
  /** Rows that are remembered at most; those that were not asked for longest go first. */
  readonly max: number
}): Memory<Value> => {
  const rows = new LRUCache<string, Value>(atMost(max))
  let isHearing = false
  /** A row that was read before something was forgotten may be the one that it was about. */
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
  announcements.hear({
    channel,
    heard: forget,
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
