import type { ClientBase, Pool, QueryConfig } from 'pg'
import { UnreadableEvent, type RecordedEvent } from '../event-store.ts'
import { recordedEvent, type EventRow } from './types.ts'

export const PAGE_EVENTS_MAX = 500

/** A page ends with the event that exceeds this many bytes of payload, so that large events can't fill the memory. */
const PAGE_BYTES_MAX = 4_000_000

export interface Page {
  readonly events: readonly RecordedEvent[]
  /** There was no further event when the page was read. */
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
  backwards: pageQuery('stream_backwards', 'stream_id = $3 and revision <= $1', 'revision desc'),
  all: pageQuery('all_after', 'position > $1', 'position'),
}

const pageOf = (rows: readonly PageRow[], count: number, bytesMax: number): Page => ({
  events: rows.map(recordedEvent),
  last: !(rows.length === count || (rows.at(-1)?.bytes ?? 0n) >= bytesMax),
})

const fetch = async (connection: ClientBase | Pool, query: QueryConfig, count: number): Promise<Page> => {
  const { rows } = await connection.query<PageRow>(query)
  return pageOf(rows, count, PAGE_BYTES_MAX)
}

/** A page of one stream: `count` events at most, from a revision on (inclusive). */
export interface StreamRead {
  readonly streamId: string
  readonly from: bigint
  readonly count: number
}

const STREAMS_FORWARDS = `
  select asked.n, page.* from unnest($1::text[], $2::bigint[], $3::int[]) with ordinality as asked (stream, start, count, n)
  cross join lateral (
    select ${COLUMNS}, bytes from (
      select ${COLUMNS}, octet_length(data) + octet_length(metadata) as own,
        sum(octet_length(data) + octet_length(metadata)) over (order by revision rows unbounded preceding) as bytes
      from event where stream_id = asked.stream and revision >= asked.start order by revision limit asked.count
    ) page where bytes - own < $4
  ) page
  order by asked.n, page.revision`

/**
 * Pages of several streams in one round trip, each in the order of its stream. A damaged event fails only its own
 * stream.
 */
export const streamPages = async (
  connection: ClientBase | Pool,
  reads: readonly StreamRead[],
): Promise<readonly (Page | Error)[]> => {
  const bytesMax = Math.ceil(PAGE_BYTES_MAX / reads.length)
  const { rows } = await connection.query<PageRow & { readonly n: bigint }>({
    name: 'streams_forwards',
    text: STREAMS_FORWARDS,
    values: [
      reads.map(({ streamId }) => streamId),
      reads.map(({ from }) => from),
      reads.map(({ count }) => count),
      bytesMax,
    ],
  })
  const own = Map.groupBy(rows, ({ n }) => n)
  return reads.map(({ count }, place) => {
    try {
      return pageOf(own.get(BigInt(place + 1)) ?? [], count, bytesMax)
    } catch (error) {
      if (error instanceof UnreadableEvent) return error
      throw error
    }
  })
}

/** Events of one stream from `from` on (inclusive), newest first. */
export const backwardsPage = (
  connection: ClientBase | Pool,
  { streamId, from, count }: StreamRead,
): Promise<Page> => fetch(connection, { ...QUERIES.backwards, values: [from, count, streamId] }, count)

/** Events of all streams after a position, in order. */
export const allPage = (connection: ClientBase | Pool, after: bigint, count: number): Promise<Page> =>
  fetch(connection, { ...QUERIES.all, values: [after, count] }, count)
