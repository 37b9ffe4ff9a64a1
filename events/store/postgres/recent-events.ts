import type { Page } from './pages.ts'
import { recordedEvent, type EventRow } from './types.ts'

/** What is kept at most; whoever is further behind reads the database. */
const EVENTS_MAX = 2_048
const BYTES_MAX = 8_000_000

interface RecentEvents {
  /** Rows that follow on one another; what came before is forgotten where they don't follow on it. */
  readonly add: (rows: readonly EventRow[]) => void
  /** The events from the one after `after` on, null where the first of them is not here. */
  readonly after: (after: bigint, count: number) => Page | null
}

const bytesOf = ({ data, metadata }: EventRow): number => data.length + metadata.length

/**
 * The log's end as far as this process wrote it without interruption. Positions are dense: the rows that are kept have
 * no gap between them, so a reader who stands at one of them misses nothing. A gap means that somebody else has
 * written, or that an answer was lost: then only what comes after it is kept, and readers go by the database until
 * they have passed the gap.
 */
export const createRecentEvents = (): RecentEvents => {
  let rows: EventRow[] = []
  let bytes = 0

  const trim = (): void => {
    let dropped = 0
    while (rows.length - dropped > EVENTS_MAX || bytes > BYTES_MAX) {
      const oldest = rows[dropped]
      if (!oldest) break
      bytes -= bytesOf(oldest)
      dropped += 1
    }
    if (dropped > 0) rows = rows.slice(dropped)
  }

  return {
    add: (added) => {
      for (const row of added) {
        const last = rows.at(-1)
        if (last && row.position !== last.position + 1n) {
          rows = []
          bytes = 0
        }
        rows.push(row)
        bytes += bytesOf(row)
      }
      trim()
    },
    after: (after, count) => {
      const [first] = rows
      if (!first) return null
      const from = Number(after + 1n - first.position)
      if (from < 0 || from >= rows.length) return null
      return { events: rows.slice(from, from + count).map(recordedEvent), last: from + count >= rows.length }
    },
  }
}
