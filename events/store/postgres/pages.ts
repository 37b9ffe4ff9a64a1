import type { ClientBase, Pool, QueryConfig } from 'pg'
import type { RecordedEvent } from '../event-store.ts'
import { recordedEvent, type EventRow } from './types.ts'

export const PAGE_EVENTS_MAX = 500

/** A page ends with the event that passes this many bytes of payload, so that large events can't fill the memory. */
const PAGE_BYTES_MAX = 4_000_000

export interface Page {
  readonly events: readonly RecordedEvent[]
  /** There was nothing behind it when it was read. */
  readonly last: boolean
}

interface PageRow extends EventRow {
  readonly bytes: bigint
}

const COLUMNS = 'position, stream_id, revision, event_id, type, data, metadata, created_at'

const pageQuery = (name: string, where: string, order: string) => ({
  name,
  text: `select ${COLUMNS}, bytes from (
      select ${COLUMNS}, octet_length(data) + octet_length(metadata) as own,
        sum(octet_length(data) + octet_length(metadata)) over (order by ${order} rows unbounded preceding) as bytes
      from event where ${where} order by ${order} limit $2
    ) page where bytes - own < ${PAGE_BYTES_MAX}`,
})

const QUERIES = {
  forwards: pageQuery('stream_forwards', 'stream_id = $3 and revision >= $1', 'revision'),
  backwards: pageQuery('stream_backwards', 'stream_id = $3 and revision <= $1', 'revision desc'),
  all: pageQuery('all_after', 'position > $1', 'position'),
}

const fetch = async (connection: ClientBase | Pool, query: QueryConfig, count: number): Promise<Page> => {
  const { rows } = await connection.query<PageRow>(query)
  const full = rows.length === count || (rows.at(-1)?.bytes ?? 0n) >= PAGE_BYTES_MAX
  return { events: rows.map(recordedEvent), last: !full }
}

/** Events of one stream from `from` on (inclusive), in the order of the direction. */
export const streamPage = (
  connection: ClientBase | Pool,
  streamId: string,
  direction: 'forwards' | 'backwards',
  from: bigint,
  count: number,
): Promise<Page> => fetch(connection, { ...QUERIES[direction], values: [from, count, streamId] }, count)

/** Events of all streams after a position, in order. */
export const allPage = (connection: ClientBase | Pool, after: bigint, count: number): Promise<Page> =>
  fetch(connection, { ...QUERIES.all, values: [after, count] }, count)
