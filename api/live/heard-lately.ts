import { LRUCache } from 'lru-cache'
import { atMost } from '../at-most.ts'

const MEMBERS_MAX = 50_000
/** Whoever has not said from where to go on may have read what they show up to so long ago, ms. */
const JUST_NOW_MS = 10_000

interface Last {
  readonly position: bigint
  readonly at: number
  /** Position when something outside the ledger was last new; whoever has heard of a later one heard of that too. */
  readonly outsideAt: bigint | null
}

interface HeardLately {
  readonly record: (memberId: string, position: bigint, outside: boolean) => void
  /** Something may have gone unheard: from here on everything is known again. */
  readonly beginAnew: (position: bigint) => void
  /**
   * Whether something may have come for the member since they had heard everything up to `after`; `undefined`: since
   * they opened the page just now. In doubt, yes.
   */
  readonly mayHaveMissed: (memberId: string, after: bigint | undefined) => boolean
}

/** When each member last had news, as far as this process remembers: what a stream that goes on needs to know. */
export const createHeardLately = (now: () => number = () => performance.now()): HeardLately => {
  /** From this position on nobody's news is forgotten, and since when. */
  let knownFrom = { position: 0n, at: now() }
  const lasts = new LRUCache<string, Last>({
    ...atMost(MEMBERS_MAX),
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
    beginAnew: (position) => {
      lasts.clear()
      knownFrom = { position, at: now() }
    },
    mayHaveMissed: (memberId, after) => {
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
