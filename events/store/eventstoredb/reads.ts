import { isCommandError, NotLeaderError } from '@eventstore/db-client'
import { NoSuchPosition, StoreUnavailable, type ReadOptions, type RecordedEvent } from '../event-store.ts'
import type { Cluster } from './cluster.ts'
import { isUnreadPosition, readError } from './errors.ts'
import { receive, type ReceiveOptions } from './receive.ts'
import { payloadBytes, readAnswer } from './recorded.ts'
import { readRequest, type ReadRequest } from './requests.ts'

/** Makes the server leave out its system events (statistics, stream metadata). */
export const NOT_SYSTEM = '^[^$]'

export interface ReadContext {
  readonly cluster: Cluster
  /** Ends all reads when the store closes. */
  readonly closing: AbortSignal
  /** Longest silence of the server in the middle of a read, ms. */
  readonly timeoutMs: number
}

/** A read that was cut off by closing the store must not look complete. */
const refuseCutOff = ({ closing }: ReadContext) => {
  if (closing.aborted) throw new StoreUnavailable('The event store was closed in the middle of a read')
}

/** The events that a request finds, as they arrive; none when the stream does not exist. */
export async function* readBatches(
  { cluster }: Pick<ReadContext, 'cluster'>,
  request: ReadRequest,
  options: ReceiveOptions,
): AsyncGenerator<RecordedEvent[]> {
  const connection = await cluster.connection()
  try {
    const call = await connection.read(readRequest(request))
    for await (const answers of receive(call, options, payloadBytes)) {
      const events: RecordedEvent[] = []
      for (const received of answers) {
        const answer = readAnswer(received)
        if (answer === 'no_stream') return
        if (answer) events.push(answer)
      }
      if (events.length > 0) yield events
    }
  } catch (error) {
    if (error instanceof Error && isCommandError(error)) cluster.doubt(connection, error)
    throw error
  }
}

/** Like {@link readBatches}; repeated at the new leader if the first answer is that the server is not the leader. */
export async function* readFromLeader(
  context: ReadContext,
  request: ReadRequest,
): AsyncGenerator<RecordedEvent[]> {
  const options = { signal: context.closing, silenceMs: context.timeoutMs }
  let begun = false
  try {
    for await (const batch of readBatches(context, request, options)) {
      begun = true
      yield batch
    }
  } catch (error) {
    if (begun || !(error instanceof NotLeaderError)) throw error
    yield* readBatches(context, request, options)
  }
}

/** See `EventStore`. */
export async function* readStream(
  context: ReadContext,
  streamId: string,
  options: ReadOptions = {},
): AsyncGenerator<RecordedEvent> {
  if (options.limit !== undefined && options.limit <= 0) return
  try {
    for await (const batch of readFromLeader(context, { ...options, stream: streamId })) yield* batch
    refuseCutOff(context)
  } catch (error) {
    throw readError(error, streamId)
  }
}

/**
 * The whole store in batches, from the event after `after` to the one at `upTo`. The server begins at the given
 * position, not after it. A server that shuts down ends a read as if it were complete, so a read that does not
 * reach `upTo` fails.
 */
export async function* scan(
  context: ReadContext,
  upTo: bigint,
  { after = 0n, limit = Infinity }: { readonly after?: bigint; readonly limit?: number } = {},
): AsyncGenerator<readonly RecordedEvent[]> {
  if (limit <= 0 || after >= upTo) return
  const from = after === 0n ? 'start' : after
  let left = limit
  let begun = false
  try {
    for await (const batch of readFromLeader(context, {
      all: 'forwards',
      from,
      limit: Infinity,
      types: NOT_SYSTEM,
    })) {
      begun = true
      const events = batch.filter(({ position }) => position > after && position <= upTo).slice(0, left)
      if (events.length > 0) yield events
      left -= events.length
      if (left <= 0 || (batch.at(-1)?.position ?? 0n) >= upTo) return
    }
    throw new StoreUnavailable('The read ended before the event that was the last when it began')
  } catch (error) {
    if (!begun && after > 0n && isUnreadPosition(error)) throw new NoSuchPosition(after, { cause: error })
    throw readError(error)
  }
}

/**
 * Checks that an event stands at a position, or that it is beyond the end; does nothing when that cannot be read.
 * @throws {NoSuchPosition}
 */
export const assertPosition = async (context: ReadContext, position: bigint): Promise<void> => {
  const request = { all: 'forwards', from: position, limit: 1, types: NOT_SYSTEM } as const
  const options = { signal: context.closing, silenceMs: context.timeoutMs }
  try {
    for await (const _events of readBatches(context, request, options)) return
  } catch (error) {
    if (isUnreadPosition(error)) throw new NoSuchPosition(position, { cause: error })
  }
}

/** Position of the last event, 0n when there is none. */
export const findHead = async (context: ReadContext): Promise<bigint> => {
  try {
    const newest = { all: 'backwards', from: 'end', limit: Infinity, types: NOT_SYSTEM } as const
    for await (const [event] of readFromLeader(context, newest)) if (event) return event.position
    refuseCutOff(context)
    return 0n
  } catch (error) {
    throw readError(error)
  }
}
