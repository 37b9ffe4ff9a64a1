import { happenedAt } from '../happened-at.ts'
import type { EventStore, JsonObject, NewEvent, RecordedEvent } from './event-store.ts'

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
  /** Reads a stored event at the boundary; throws when it is unknown. */
  readonly parse: (recorded: RecordedEvent) => Event
  /** The event's own identity, the same whenever the same step is decided again. */
  readonly idOf: (event: Event) => string
}

/** How many of a stream's latest event ids are remembered, so that a repeated step is seen without a read. */
const RECENT_IDS_MAX = 256

/**
 * One stream as this process knows it. `state` and `revision` are the tip: they include events that are
 * still on their way (see stream-writer.ts). If those fail, everything decided upon them fails too and
 * `dead` is set: the stream is then loaded anew.
 */
export interface LoadedStream<State> {
  readonly streamId: string
  state: State
  /** Revision of the tip, -1n while there is no event. */
  revision: bigint
  /** Revision and position of the last event known to be stored, -1n and 0n while there is none. */
  storedRevision: bigint
  position: bigint
  /** Settles when the last events that are on their way have; resolves to whether they were stored. */
  onItsWay: Promise<boolean> | null
  /** Decisions waiting for the append that is being stored. */
  readonly waiting: Decided<State>[]
  isWriting: boolean
  dead: boolean
  /** Revision up to which a snapshot is saved. */
  snapshotRevision: bigint
  /** Latest event ids with their positions, null while on their way, oldest first. */
  readonly recent: Map<string, bigint | null>
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
  onItsWay: null,
  waiting: [],
  isWriting: false,
  dead: false,
  snapshotRevision: -1n,
  recent: new Map(),
  recentAfter: 0n,
})

/** Remembers an event id; the oldest stored ones are forgotten beyond the limit. */
export const remember = (stream: LoadedStream<unknown>, eventId: string, position: bigint | null): void => {
  stream.recent.set(eventId, position)
  if (stream.recent.size <= RECENT_IDS_MAX) return
  for (const [oldest, at] of stream.recent) {
    if (at === null) return
    stream.recent.delete(oldest)
    stream.recentAfter = at
    if (stream.recent.size <= RECENT_IDS_MAX) return
  }
}

/** Folds what the store holds beyond the tip into it. Answers how many events that were. */
export const catchUp = async <State, Event extends DomainEvent>(
  store: EventStore,
  { evolve, parse }: Aggregate<State, Event>,
  stream: LoadedStream<State>,
): Promise<number> => {
  let count = 0
  for await (const recorded of store.readStream(stream.streamId, { from: stream.revision + 1n })) {
    stream.state = evolve(stream.state, parse(recorded), happenedAt(recorded))
    stream.revision = recorded.revision
    stream.storedRevision = recorded.revision
    stream.position = recorded.position
    remember(stream, recorded.id, recorded.position)
    count += 1
  }
  return count
}

/** A step that must not be done twice: the id of its event, and a position before which it cannot stand. */
export interface Step {
  readonly eventId: string
  readonly after: bigint
  /**
   * This process has only just made the step possible, so nobody else can have done it yet and no look into the
   * store is needed to know.
   */
  readonly fresh?: boolean
}

/**
 * Position at which a step stands in the stream, null when it has not been done. Answered from memory
 * where the remembered ids reach back far enough, else by reading the stream backwards to `after`.
 */
export const findStep = async (
  store: EventStore,
  stream: LoadedStream<unknown>,
  step: Step,
): Promise<bigint | null> => {
  if (stream.recent.has(step.eventId)) {
    const known = stream.recent.get(step.eventId)
    if (known !== null && known !== undefined) return known
    return (await stream.onItsWay) ? (stream.recent.get(step.eventId) ?? stream.position) : null
  }
  if (step.after >= stream.recentAfter) return null
  for await (const recorded of store.readStream(stream.streamId, { direction: 'backwards' })) {
    if (recorded.position <= step.after) return null
    if (recorded.id === step.eventId) return recorded.position
  }
  return null
}
