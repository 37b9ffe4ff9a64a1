import type { Pauses } from '../timers.ts'
import { appendUntilKnown } from './append-until-known.ts'
import { confirmStored, remember, type Decided, type LoadedStream } from './aggregate.ts'
import { IdTaken, type EventStore, type NewEvent } from './event-store.ts'
import type { StreamSnapshots } from './stream-snapshots.ts'
import { commitTraces, queuedTraces, traced } from './tracing.ts'

/** A decision rested on an append that failed: it was never sent and has to be made again. */
export class NotSent extends Error {
  override name = 'NotSent'
  readonly code = 'not_sent'
  constructor(streamId: string, options?: ErrorOptions) {
    super(`Stream ${streamId} did not become what this was decided upon`, options)
  }
}

/** What a decision adds to one stream: its events, and the state after them. */
export interface Decision<State> {
  readonly stream: LoadedStream<State>
  readonly events: readonly NewEvent[]
  readonly state: State
}

/** Makes a decision the tip of its stream; `settled` resolves to whether it was stored. */
export const advance = <State>(
  { stream, events, state }: Decision<State>,
  settled: Promise<boolean>,
): void => {
  stream.state = state
  for (const { id } of events) {
    stream.revision += 1n
    remember(stream, id, { revision: stream.revision, position: null })
  }
  stream.inFlight = settled
  void settled.finally(() => {
    if (stream.inFlight === settled) stream.inFlight = null
  })
}

/** Whether a promise is fulfilled; never rejects. */
export const isStored = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  )

/** Most events in one append of several decisions; they stay far below the store's limit in bytes. */
const GROUP_EVENTS_MAX = 128

/**
 * Writes decisions on one stream in order, one append at a time. Decisions made while an append is in flight
 * wait and then share one append, at the revision that the first one ended at: a busy stream costs one commit
 * for many commands.
 *
 * They must not be sent before the first append is answered. An expected revision only counts events: if the
 * first append lost against another process, the second could still fit after that process's event, although
 * it was decided on a state that was never stored.
 */
export const createStreamWriter = <State>({
  store,
  snapshots,
  pauses,
}: {
  store: EventStore
  snapshots: StreamSnapshots<State>
  pauses: Pauses
}) => {
  const nextGroup = (stream: LoadedStream<State>): Decided<State>[] => {
    let events = 0
    const end = stream.waiting.findIndex((decided) => (events += decided.events.length) > GROUP_EVENTS_MAX)
    return stream.waiting.splice(0, end === -1 ? stream.waiting.length : Math.max(end, 1))
  }

  const giveUp = (stream: LoadedStream<State>, cause: unknown): void => {
    stream.stale = true
    for (const { failed } of stream.waiting.splice(0)) failed(new NotSent(stream.streamId, { cause }))
  }

  /** Of events that are stored already, each decision gets the place of its own first one. */
  const failEach = (group: readonly Decided<State>[], error: unknown): void => {
    let before = 0n
    for (const { events, failed } of group) {
      const isMoved = error instanceof IdTaken && before > 0n
      failed(
        isMoved
          ? new IdTaken(error.streamId, { revision: error.revision + before, position: error.position })
          : error,
      )
      before += BigInt(events.length)
    }
  }

  const writeWaiting = async (stream: LoadedStream<State>): Promise<void> => {
    stream.isWriting = true
    for (let group = nextGroup(stream); group.length > 0; group = nextGroup(stream)) {
      const events = group.flatMap((decided) => decided.events)
      const expected = stream.storedRevision === -1n ? 'no_stream' : stream.storedRevision
      try {
        const end = await traced(
          commitTraces,
          () => ({ queued: group, events: events.length }),
          () => appendUntilKnown(() => store.append(stream.streamId, expected, events), pauses),
        )
        confirmStored(stream, events, end)
        for (const { stored } of group) stored(end.position)
        const state = group.at(-1)?.state
        if (state !== undefined) snapshots.consider(stream, { state, ...end })
      } catch (error) {
        failEach(group, error)
        giveUp(stream, error)
      }
    }
    stream.isWriting = false
  }

  /**
   * Stores a decision made on the stream's tip, and makes it the new tip at once. Resolves when it is stored,
   * to the position of the last event of the append that contained it.
   * @throws {NotSent} an append that it rests on failed; {@link EventStore.append}'s errors for its own append
   */
  return (decision: Decision<State>): Promise<bigint> => {
    const { stream, events, state } = decision
    const { promise, resolve, reject } = Promise.withResolvers<bigint>()
    const decided = { events, state, stored: resolve, failed: reject }
    if (queuedTraces.hasSubscribers) queuedTraces.publish(decided)
    stream.waiting.push(decided)
    advance(decision, isStored(promise))
    if (!stream.isWriting) void writeWaiting(stream)
    return promise
  }
}
