import { StoreUnavailable, type Appended, type EventStore } from '../event-store.ts'
import { assertExpectedRevision, serialise } from '../serialise.ts'
import { createReader } from './reader.ts'
import { scan } from './scan.ts'
import { subscription } from './subscription.ts'
import { createTail } from './tail.ts'
import { createWriter } from './writer.ts'

export interface PostgresEventStoreOptions {
  /** A database that `migrateEventStore` has prepared. */
  readonly url: string
  /** How long an append may go unanswered before it is {@link OutcomeUnknown}, ms. Default 10 000. */
  readonly appendTimeoutMs?: number
  /** Called after every round trip of the writer: appends in the batch, duration in ms. */
  readonly onBatch?: (size: number, ms: number) => void
}

const APPEND_TIMEOUT_MS = 10_000

/**
 * The event store on Postgres: dense positions, group commit. Connects when it is first used. One store
 * per process; several processes may write, but their batches are then smaller.
 */
export const createPostgresEventStore = ({
  url,
  appendTimeoutMs = APPEND_TIMEOUT_MS,
  onBatch,
}: PostgresEventStoreOptions): EventStore => {
  const writer = createWriter({ url, appendTimeoutMs, onBatch })
  const reader = createReader(url)
  const tail = createTail(url)
  const closing = new AbortController()

  return {
    append: async (streamId, expected, events) => {
      const serialised = serialise(streamId, events)
      assertExpectedRevision(streamId, expected)
      return new Promise<Appended>((resolve, reject) => {
        writer.enqueue({
          streamId,
          expected,
          events: serialised,
          bytes: serialised.reduce((sum, event) => sum + event.data.length + event.metadata.length + 100, 0),
          deadlineAt: performance.now() + appendTimeoutMs,
          barred: false,
          resolve,
          reject,
        })
      })
    },
    readStream: reader.readStream,
    readAll: reader.readAll,
    async *scan({ after = 0n } = {}) {
      if (closing.signal.aborted) throw new StoreUnavailable('The event store is closed')
      yield* scan(url, after, closing.signal)
    },
    head: reader.head,
    subscribe: (options) => {
      if (closing.signal.aborted) throw new StoreUnavailable('The event store is closed')
      return subscription(tail, { ...options, signal: AbortSignal.any([options.signal, closing.signal]) })
    },
    close: async () => {
      if (closing.signal.aborted) return
      closing.abort()
      await Promise.all([writer.close(), reader.close(), tail.close()])
    },
  }
}
