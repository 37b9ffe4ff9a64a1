import { happenedAt } from '../happened-at.ts'
import type { Appended, EventStore, JsonObject, NewEvent, RecordedEvent } from './event-store.ts'

/** A fact of the domain: what is stored, without its envelope. */
export interface DomainEvent {
  readonly type: string
  readonly data: JsonObject
}

/** How one kind of stream folds into a state. All functions are pure. */
export interface Aggregate<State, Event extends DomainEvent> {
  readonly initialState: () => State
  /** `at` is when the event happened by our clock, ISO 8601. */
  readonly evolve: (state: State, event: Event, at: string) => State
  /** Parses a stored event; throws when it is unknown. */
  readonly parse: (recorded: RecordedEvent) => Event
  /** The event's id, the same whenever the same step is decided again. */
  readonly idOf: (event: Event) => string
}

/**
 * How many of a stream's latest event ids are cached, so that a repeated step is found without a read. Ids more than
 * `OLD_POSITIONS` behind the stream's last event are dropped down to `OLD_IDS_MAX`: thousands of streams are cached,
 * and a repetition after minutes may cost a read.
 */
const RECENT_IDS_MAX = 256
const OLD_IDS_MAX = 32
const OLD_POSITIONS = 20_000n

/** Where an event is in the log; `position` is null while its append is in flight. */
interface Place {
  readonly revision: bigint
  position: bigint | null
}

/**
 * A stream cached in this process. `state` and `revision` are the tip: they include events whose append is still
 * in flight (see stream-writer.ts). If it fails, everything decided on those events fails too and `stale` is set:
 * the stream is then loaded again.
 */
export interface LoadedStream<State> {
  readonly streamId: string
  state: State
  /** Revision of the tip, -1n while there is no event. */
  revision: bigint
  /** Revision and position of the last event known to be stored, -1n and 0n while there is none. */
  storedRevision: bigint
  position: bigint
  /** Resolves when the last append in flight has ended, to whether it was stored; null while none is in flight. */
  inFlight: Promise<boolean> | null
  /** Decisions that wait for the append in flight. */
  readonly waiting: Decided<State>[]
  isWriting: boolean
  stale: boolean
  /** Revision up to which a snapshot is saved. */
  snapshotRevision: bigint
  /** Places of the latest events by id, oldest first. */
  readonly recent: Map<string, Place>
  /** Every event after this position is in `recent`. */
  recentAfter: bigint
}

/** Events of one command, with the state after them. */
export interface Decided<State> {
  readonly events: readonly NewEvent[]
  readonly state: State
  readonly stored: (position: bigint) => void
  readonly failed: (error: unknown) => void
}

export const newLoadedStream = <State>(streamId: string, state: State): LoadedStream<State> => ({
  streamId,
  state,
  revision: -1n,
  storedRevision: -1n,
  position: 0n,
  inFlight: null,
  waiting: [],
  isWriting: false,
  stale: false,
  snapshotRevision: -1n,
  recent: new Map(),
  recentAfter: 0n,
})

/** Caches the place of an event; beyond the limits, drops those of the oldest stored ones. */
export const remember = (stream: LoadedStream<unknown>, eventId: string, place: Place): void => {
  stream.recent.set(eventId, place)
  if (stream.recent.size <= OLD_IDS_MAX) return
  for (const [oldest, { position }] of stream.recent) {
    if (position === null) return
    const max = stream.position - position > OLD_POSITIONS ? OLD_IDS_MAX : RECENT_IDS_MAX
    if (stream.recent.size <= max) return
    stream.recent.delete(oldest)
    stream.recentAfter = position
  }
}

/** The append of `events` was stored: the stream ends at `revision` and `position`. */
export const confirmStored = (
  stream: LoadedStream<unknown>,
  events: readonly NewEvent[],
  { revision, position }: Appended,
): void => {
  stream.storedRevision = revision
  stream.position = position
  for (const { id } of events) {
    const place = stream.recent.get(id)
    if (place) place.position = position
  }
}

/** Reads the events after the tip, at most `limit`, folds them into it and returns their number. */
export const catchUp = async <State, Event extends DomainEvent>(
  store: EventStore,
  { evolve, parse }: Aggregate<State, Event>,
  stream: LoadedStream<State>,
  limit?: number,
): Promise<number> => {
  let count = 0
  const options = { from: stream.revision + 1n, ...(limit !== undefined && { limit }) }
  for await (const recorded of store.readStream(stream.streamId, options)) {
    stream.state = evolve(stream.state, parse(recorded), happenedAt(recorded))
    stream.revision = recorded.revision
    stream.storedRevision = recorded.revision
    stream.position = recorded.position
    const { revision, position } = recorded
    remember(stream, recorded.id, { revision, position })
    count += 1
  }
  return count
}

/** A step that must not be done twice: the id of its event, and a position that the event can only come after. */
export interface Step {
  readonly eventId: string
  readonly after: bigint
  /**
   * This process has only just made the step possible, so the step is probably not done: it is looked for in the cached
   * stream alone, and found there or at the next conflict if another process was faster.
   */
  readonly fresh?: boolean
}

/**
 * The stored event of a step, null when the step has not been done. Where the cached ids reach back far enough, at most
 * this one event is read; else the stream, backwards to `after`.
 */
export const findStep = async (
  store: Pick<EventStore, 'readStream'>,
  stream: LoadedStream<unknown>,
  step: Step,
): Promise<RecordedEvent | null> => {
  const place = stream.recent.get(step.eventId)
  if (place) {
    if (place.position === null && !(await stream.inFlight)) return null
    const { revision } = place
    for await (const recorded of store.readStream(stream.streamId, { from: revision, limit: 1 }))
      if (recorded.id === step.eventId) return recorded
    stream.stale = true // the cached stream differs from the stored one
    return null
  }
  if (step.after >= stream.recentAfter) return null
  for await (const recorded of store.readStream(stream.streamId, { direction: 'backwards' })) {
    if (recorded.position <= step.after) return null
    if (recorded.id === step.eventId) return recorded
  }
  return null
}
