import type { RecordedEvent } from '../event-store.ts'
import type { Page } from './pages.ts'
import { recordedEvent, type EventRow } from './types.ts'

/** Most events and bytes kept; readers further behind read the database. */
const EVENTS_MAX = 2_048
const BYTES_MAX = 8_000_000

interface RecentEvents {
  /** Adds rows in log order; where one does not directly follow the last row, all rows before it are dropped. */
  readonly add: (rows: readonly EventRow[]) => void
  /** Position up to which all events after `after` are in memory; `after` itself when the next event is not. */
  readonly reach: (after: bigint) => bigint
  /** The events after `after`; null when the first of them is not in memory. */
  readonly after: (after: bigint, count: number) => Page | null
}

const bytesOf = ({ data, metadata }: EventRow): number => data.length + metadata.length

/** A row that is parsed once, on first use, however many readers follow the log. */
interface Recent {
  readonly row: EventRow
  event: RecordedEvent | null
}

const eventOf = (recent: Recent): RecordedEvent => (recent.event ??= recordedEvent(recent.row))

/**
 * The end of the log, as far as this process wrote it without a gap. Positions are dense and the rows in memory have no
 * gap between them, so a reader at one of them misses nothing. A gap means that another process has written, or that an
 * answer was lost: then only the rows after it are kept, and readers use the database until they have passed the gap.
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

  /** Index of the event after a position; negative when it is not in memory. */
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
