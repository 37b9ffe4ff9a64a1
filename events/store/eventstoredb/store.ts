import { StoreUnavailable, type EventStore } from '../event-store.ts'
import { assertExpectedRevision, serialise } from '../serialise.ts'
import { createConfirmation } from './confirm-own.ts'
import { openAppendCall } from './append-call.ts'
import { createAppends } from './appends.ts'
import { createCluster } from './cluster.ts'
import { parseConnectionString } from './connection-string.ts'
import { findHead, readStream, scan } from './reads.ts'
import { subscribe } from './subscription.ts'

/** Factor of the timeout of whole-store reads: no command waits for them. */
const LONG = 4

export interface EventStoreDbOptions {
  /** `esdb://…` or `esdb+discover://…`, as EventStoreDB documents it. */
  readonly connectionString: string
  /** How long to wait for the answer to an append before its outcome counts as unknown, ms. Default 2,500. */
  readonly appendTimeoutMs?: number
  /** Longest silence of the server during a read, ms; four times that when reading the whole store. Default 2,500. */
  readonly readTimeoutMs?: number
}

/**
 * The event store on EventStoreDB 22.6 or later, or a cluster of it. Connects when first used, and reconnects
 * after a broken connection or when the cluster has a new leader.
 *
 * docs/decisions/0120 says which parts are EventStoreDB's client and which are ours.
 * @throws {Error} the connection string is malformed
 */
export const createEventStoreDbStore = ({
  connectionString,
  appendTimeoutMs = 2_500,
  readTimeoutMs = 2_500,
}: EventStoreDbOptions): EventStore => {
  const cluster = createCluster(parseConnectionString(connectionString))
  const closing = new AbortController()
  const drained = new AbortController()
  const context = { cluster, closing: closing.signal, timeoutMs: readTimeoutMs }
  // Part of an append: a caller that waits longer for large ones waits as long for their reading back.
  const confirmOwn = createConfirmation({ ...context, timeoutMs: Math.max(readTimeoutMs, appendTimeoutMs) })
  const appends = createAppends(
    (onAnswer, onOver) => openAppendCall(cluster, drained.signal, onAnswer, onOver),
    appendTimeoutMs,
  )
  const long = { ...context, timeoutMs: readTimeoutMs * LONG }
  let closed: Promise<void> | null = null

  const refuseWhenClosed = () => {
    if (closed) throw new StoreUnavailable('The event store is closed')
  }

  return {
    append: async (streamId, expected, events) => {
      const serialised = serialise(streamId, events)
      assertExpectedRevision(streamId, expected)
      refuseWhenClosed()
      const appended = await appends.append(streamId, expected, serialised)
      await confirmOwn({ streamId, events: serialised, appended })
      return appended
    },
    async *readStream(streamId, options) {
      refuseWhenClosed()
      yield* readStream(context, streamId, options)
    },
    async *readAll(options) {
      refuseWhenClosed()
      for await (const batch of scan(long, await findHead(context), options)) yield* batch
    },
    async *scan(options) {
      refuseWhenClosed()
      yield* scan(long, await findHead(context), options)
    },
    async *subscribe(options) {
      refuseWhenClosed()
      yield* subscribe(context, options)
    },
    head: async () => {
      refuseWhenClosed()
      return findHead(context)
    },
    close: () => {
      closed ??= (async () => {
        closing.abort()
        await appends.drained()
        drained.abort()
        await cluster.close()
      })()
      return closed
    },
  }
}
