import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  type EventStoreDBClient,
  type StreamingRead,
} from '@eventstore/db-client'
import { StoreUnavailable, type ReadOptions, type RecordedEvent } from '../event-store.ts'
import { readError } from './errors.ts'
import { fromServer, isSystemEvent, textsOf, withPlace } from './events.ts'
import type { Locate } from './locate.ts'
import { pull } from './pull.ts'

/** How many events a read holds ready. */
const READ_AHEAD = 32
const SCAN_BATCH = 256

export interface ReadContext {
  readonly client: EventStoreDBClient
  /** Ends all reads when the store closes. */
  readonly closing: AbortSignal
  /** Longest silence of the server in the middle of a read, ms. */
  readonly timeoutMs: number
}

const pullFrom = <T>(read: StreamingRead<T>, { closing, timeoutMs }: ReadContext, batchMax = READ_AHEAD) =>
  pull(read, { cancel: () => read.cancel(), batchMax, timeoutMs, signal: closing })

/** A read that the closing store ended must not look like one that found no more. */
const refuseCutOff = ({ closing }: ReadContext) => {
  if (closing.aborted) throw new StoreUnavailable('The event store was closed in the middle of a read')
}

/** See the port. The server leaves positions out here, so they are asked for, a batch at a time. */
export async function* readStream(
  context: ReadContext,
  locate: Locate,
  streamId: string,
  { from, direction = 'forwards', limit }: ReadOptions = {},
): AsyncGenerator<RecordedEvent> {
  if (limit !== undefined && limit <= 0) return
  const forwards = direction === 'forwards'
  const stream = context.client.readStream(
    streamId,
    {
      direction: forwards ? FORWARDS : BACKWARDS,
      fromRevision: from ?? (forwards ? START : END),
      ...(limit !== undefined && { maxCount: limit }),
    },
    { highWaterMark: READ_AHEAD },
  )
  try {
    for await (const batch of pullFrom(stream, context)) {
      const events = batch.map(fromServer)
      const lost = events.map((event) => ({ ...event, event: textsOf(event) }))
      const positions = await locate(streamId, lost)
      for (const event of events) yield withPlace(event, positions.get(event.revision))
    }
    refuseCutOff(context)
  } catch (error) {
    throw readError(error)
  }
}

/**
 * See the port. The client cannot filter such a read and begins at the position instead of after it, so what
 * the database wrote for itself and the event at `after` are left out here. A server that shuts down ends a
 * read as if it were complete, so one that does not come to `upTo` fails.
 */
export async function* readAll(
  context: ReadContext,
  upTo: bigint,
  { after = 0n, limit = Infinity }: { readonly after?: bigint; readonly limit?: number } = {},
): AsyncGenerator<RecordedEvent> {
  if (limit <= 0 || after >= upTo) return
  let left = limit
  const stream = context.client.readAll(
    { direction: FORWARDS, fromPosition: after === 0n ? START : { commit: after, prepare: after } },
    { highWaterMark: READ_AHEAD },
  )
  try {
    for await (const batch of pullFrom(stream, context)) {
      for (const event of batch) {
        if (isSystemEvent(event)) continue
        const recorded = withPlace(fromServer(event))
        if (recorded.position <= after) continue
        if (recorded.position > upTo) return
        yield recorded
        left -= 1
        if (left <= 0 || recorded.position === upTo) return
      }
    }
    throw new StoreUnavailable('The read ended before the event that was the last when it began')
  } catch (error) {
    throw readError(error)
  }
}

/** Gathers what was read, for the port's scan. */
export async function* inBatches(
  events: AsyncIterable<RecordedEvent>,
): AsyncGenerator<readonly RecordedEvent[]> {
  let batch: RecordedEvent[] = []
  for await (const event of events) {
    batch.push(event)
    if (batch.length < SCAN_BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Finds the position of the last event. The database's own events may be many since then, so each call
 * remembers up to where it has looked and the next one goes back no further.
 */
export const createHead = (context: ReadContext): (() => Promise<bigint>) => {
  let known = { head: 0n, lookedUpTo: 0n }
  return async () => {
    let newest: bigint | null = null
    try {
      const stream = context.client.readAll({ direction: BACKWARDS, fromPosition: END }, { highWaterMark: 8 })
      for await (const batch of pullFrom(stream, context, 8)) {
        for (const event of batch) {
          const position = event.position?.commit
          if (position === undefined) continue
          newest ??= position
          if (!isSystemEvent(event)) return (known = { head: position, lookedUpTo: newest }).head
          if (position <= known.lookedUpTo) return (known = { ...known, lookedUpTo: newest }).head
        }
      }
      refuseCutOff(context)
      return known.head
    } catch (error) {
      throw readError(error)
    }
  }
}
