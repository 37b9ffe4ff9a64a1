import { StoreUnavailable, type EventStore } from '../event-store.ts'
import { assertExpectedRevision, serialise } from '../serialise.ts'
import { createAppendQueue } from './append-queue.ts'
import { createAppend } from './append.ts'
import { connect } from './client.ts'
import { createLocate } from './locate.ts'
import { createHead, inBatches, readAll, readStream } from './reads.ts'
import { subscribe } from './subscription.ts'

export interface EventStoreDbOptions {
  /** `esdb://…` or `esdb+discover://…`, as EventStoreDB documents it. */
  readonly connectionString: string
  /** How long to wait for the answer to an append before its outcome counts as unknown, ms. Default 5,000. */
  readonly appendTimeoutMs?: number
  /** Longest silence of the server in the middle of a read, ms. Default 10,000. */
  readonly readTimeoutMs?: number
}

/**
 * The event store over EventStoreDB, through its Node client. Connects when first used.
 *
 * It never repeats an append by itself: after {@link OutcomeUnknown} that is up to the caller, with the same
 * ids at the same expectation.
 * @throws {Error} the connection string is malformed
 */
export const createEventStoreDbStore = ({
  connectionString,
  appendTimeoutMs = 5_000,
  readTimeoutMs = 10_000,
}: EventStoreDbOptions): EventStore => {
  const connection = connect(connectionString)
  const { client } = connection
  const closing = new AbortController()
  const append = createAppend(client, appendTimeoutMs)
  const context = { client, closing: closing.signal, timeoutMs: readTimeoutMs }
  const locate = createLocate(append, (after, upTo) => readAll(context, upTo, { after }))
  const queue = createAppendQueue(append, locate)
  const head = createHead(context)
  let closed: Promise<void> | null = null

  const refuseWhenClosed = () => {
    if (closed) throw new StoreUnavailable('The event store is closed')
  }

  return {
    append: async (streamId, expected, events) => {
      const serialised = serialise(streamId, events)
      assertExpectedRevision(streamId, expected)
      refuseWhenClosed()
      return queue.push(streamId, expected, serialised)
    },
    async *readStream(streamId, options) {
      refuseWhenClosed()
      yield* readStream(context, locate, streamId, options)
    },
    async *readAll(options) {
      refuseWhenClosed()
      yield* readAll(context, await head(), options)
    },
    async *scan({ after } = {}) {
      refuseWhenClosed()
      const options = after === undefined ? {} : { after }
      yield* inBatches(readAll(context, await head(), options))
    },
    async *subscribe(options) {
      refuseWhenClosed()
      yield* subscribe(client, closing.signal, options)
    },
    head: async () => {
      refuseWhenClosed()
      return head()
    },
    close: () => {
      closed ??= (async () => {
        closing.abort()
        await queue.drained()
        await connection.close()
      })()
      return closed
    },
  }
}
