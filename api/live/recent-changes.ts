import { LRUCache } from 'lru-cache'
import { maxEntries } from '../../events/max-entries.ts'

const MEMBERS_MAX = 50_000
/** A page without a position may have read its data up to this long ago, ms. */
const JUST_NOW_MS = 10_000

interface Last {
  readonly position: bigint
  readonly at: number
  /** Position at the last change outside the ledger; clients with a later position have received that change too. */
  readonly outsideAt: bigint | null
}

interface RecentChanges {
  readonly record: (memberId: string, position: bigint, outside: boolean) => void
  /** Starts again, complete from `position` on, after changes may have been missed. */
  readonly reset: (position: bigint) => void
  /**
   * Whether the member may have missed a change after position `after`; when that is `undefined`, since just before the
   * page opened. True in doubt.
   */
  readonly mayHaveChangedSince: (memberId: string, after: bigint | undefined) => boolean
}

/** Each member's last change, as far as this process remembers, for streams that resume. */
export const createRecentChanges = (now: () => number = () => performance.now()): RecentChanges => {
  /** Changes after this position, or since this time, are all remembered. */
  let knownFrom = { position: 0n, at: now() }
  const lasts = new LRUCache<string, Last>({
    ...maxEntries(MEMBERS_MAX),
    dispose: ({ position, at }, _memberId, reason) => {
      if (reason === 'evict' && position > knownFrom.position) knownFrom = { position, at }
    },
  })
  return {
    record: (memberId, position, outside) => {
      const before = lasts.get(memberId)
      lasts.set(memberId, {
        position,
        at: now(),
        outsideAt: outside ? position : (before?.outsideAt ?? null),
      })
    },
    reset: (position) => {
      lasts.clear()
      knownFrom = { position, at: now() }
    },
    mayHaveChangedSince: (memberId, after) => {
      const last = lasts.get(memberId)
      if (after === undefined) {
        const since = now() - JUST_NOW_MS
        return knownFrom.at > since || (last !== undefined && last.at > since)
      }
      if (after < knownFrom.position) return true
      if (last === undefined) return false
      return last.position > after || (last.outsideAt !== null && last.outsideAt >= after)
    },
  }
}
