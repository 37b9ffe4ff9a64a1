import type { RecordedEvent } from '../event-store.ts'
import type { Page } from './pages.ts'
import { recordedEvent, type EventRow } from './types.ts'

/** What is kept at most; whoever is further behind reads the database. */
const EVENTS_MAX = 2_048
const BYTES_MAX = 8_000_000

interface RecentEvents {
  /** Rows that follow on one another; what came before is forgotten where they don't follow on it. */
  readonly add: (rows: readonly EventRow[]) => void
  /** Up to where everything after a position is here; the position itself where the next event is not. */
  readonly reach: (after: bigint) => bigint
  /** The events from the one after `after` on, null where the first of them is not here. */
  readonly after: (after: bigint, count: number) => Page | null
}

const bytesOf = ({ data, metadata }: EventRow): number => data.length + metadata.length

/** A row that is read once, however many follow the log, and not before somebody does. */
interface Recent {
  readonly row: EventRow
  event: RecordedEvent | null
}

const eventOf = (recent: Recent): RecordedEvent => (recent.event ??= recordedEvent(recent.row))

/**
 * The log's end as far as this process wrote it without interruption. Positions are dense: the rows that are kept have
 * no gap between them, so a reader who stands at one of them misses nothing. A gap means that somebody else has
 * written, or that an answer was lost: then only what comes after it is kept, and readers go by the database until
 * they have passed the gap.
 */
export const createRecentEvents = (): RecentEvents => {
  let kept: Recent[] = []
  let bytes = 0

  const trim = (): void => {
    let dropped = 0
    while (kept.length - dropped > EVENTS_MAX || bytes > BYTES_MAX) {
      const oldest = kept[dropped]
      if (!oldest) break
      bytes -= bytesOf(oldest.row)
      dropped += 1
    }
    if (dropped > 0) kept = kept.slice(dropped)
  }

  /** Where the event after a position stands; -1 where it is not here. */
  const placeOf = (after: bigint): number => {
    const [first] = kept
    if (!first) return -1
    const place = Number(after + 1n - first.row.position)
    return place < kept.length ? place : -1
  }

  return {
    add: (added) => {
      for (const row of added) {
        const last = kept.at(-1)
        if (last && row.position !== last.row.position + 1n) {
          kept = []
          bytes = 0
        }
        kept.push({ row, event: null })
        bytes += bytesOf(row)
      }
      trim()
    },
    reach: (after) => (placeOf(after) < 0 ? after : (kept.at(-1)?.row.position ?? after)),
    after: (after, count) => {
      const from = placeOf(after)
      if (from < 0) return null
      return { events: kept.slice(from, from + count).map(eventOf), last: from + count >= kept.length }
    },
  }
}
