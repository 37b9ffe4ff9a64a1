import { Pool } from 'pg'
import { StoreUnavailable, type ReadOptions, type RecordedEvent } from '../event-store.ts'
import { gather } from '../../gather.ts'
import { connectionConfig } from './connection.ts'
import { NO_ANSWER_MS, STATEMENT_TIMEOUT_MS } from './keepalive.ts'
import { failureOf, readFailure } from './failures.ts'
import { allPage, backwardsPage, PAGE_EVENTS_MAX, streamPages, type Page, type StreamRead } from './pages.ts'

export interface Reader {
  readonly readStream: (streamId: string, options?: ReadOptions) => AsyncIterable<RecordedEvent>
  readonly readAll: (options?: {
    readonly after?: bigint
    readonly limit?: number
  }) => AsyncIterable<RecordedEvent>
  readonly head: () => Promise<bigint>
  readonly close: () => Promise<void>
}

const CONNECTIONS_MAX = 4
/** Streams in one round trip; while all round trips are in flight, further reads are gathered. */
const STREAMS_MAX = 100
const STREAM_READS_MAX = 2
/** Longer than the pauses of processes that poll the log: connecting costs milliseconds on both sides. */
const IDLE_MS = 60_000
const LAST_REVISION = 2n ** 63n - 1n

/**
 * Reads in pages by key. A connection is in use for one page only, so a reader that is slow or stops early
 * occupies nothing.
 */
export const createReader = (url: string): Reader => {
  const timeouts = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, lockTimeoutMs: STATEMENT_TIMEOUT_MS }
  const pool = new Pool({
    ...connectionConfig({ url, name: 'event store: read', ...timeouts }),
    max: CONNECTIONS_MAX,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + NO_ANSWER_MS,
  })
  pool.on('error', () => {}) // an idle connection was lost; the pool replaces it when needed

  const underWay = new Set<Promise<unknown>>()
  let closed = false

  const read = async <T>(query: () => Promise<T>): Promise<T> => {
    if (closed) throw new StoreUnavailable('The event store is closed')
    const running = query()
    underWay.add(running)
    try {
      return await running
    } catch (error) {
      throw readFailure(error)
    } finally {
      underWay.delete(running)
    }
  }

  const head = async (): Promise<bigint> => {
    const result = await read(() =>
      pool.query<{ position: bigint }>({ name: 'head', text: 'select position from head' }),
    )
    return result.rows[0]?.position ?? 0n
  }

  /** Concurrent reads of many streams, as after a start, share round trips. */
  const forwardsPage = gather<StreamRead, Page>({
    run: (reads) => streamPages(pool, reads),
    batchMax: STREAMS_MAX,
    concurrency: STREAM_READS_MAX,
    concernsAll: (error) => failureOf(error) !== 'refused',
  })

  async function* readStream(
    streamId: string,
    {
      direction = 'forwards',
      from = direction === 'forwards' ? 0n : LAST_REVISION,
      limit = Infinity,
    }: ReadOptions = {},
  ): AsyncGenerator<RecordedEvent> {
    let next = from
    let left = limit
    while (left > 0 && next >= 0n) {
      const count = Math.min(left, PAGE_EVENTS_MAX)
      const wanted = { streamId, from: next, count }
      const page = await read(() =>
        direction === 'forwards' ? forwardsPage(wanted) : backwardsPage(pool, wanted),
      )
      yield* page.events
      const last = page.events.at(-1)
      if (!last || page.last) return
      left -= page.events.length
      next = direction === 'forwards' ? last.revision + 1n : last.revision - 1n
    }
  }

  async function* readAll({ after = 0n, limit = Infinity }: { after?: bigint; limit?: number } = {}) {
    const end = await head()
    let position = after
    let left = Math.min(limit, Number(end - after)) // positions are dense
    while (left > 0) {
      const page = await read(() => allPage(pool, position, Math.min(left, PAGE_EVENTS_MAX)))
      const last = page.events.at(-1)
      if (!last) return
      yield* page.events
      left -= page.events.length
      position = last.position
    }
  }

  const close = async (): Promise<void> => {
    closed = true
    await Promise.allSettled(underWay) // pool.end() would leave queries without a connection waiting
    await pool.end()
  }

  return { readStream, readAll, head, close }
}
