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
  /** Reads a stored event at the boundary; throws when it is unknown. */
  readonly parse: (recorded: RecordedEvent) => Event
  /** The event's own identity, the same whenever the same step is decided again. */
  readonly idOf: (event: Event) => string
}

/**
 * How many of a stream's latest event ids are remembered, so that a repeated step is seen without a read: many of a
 * busy stream, whose steps follow on one another, and few that are so many positions behind its end. Thousands of
 * streams are kept; what is asked for after minutes may cost a read.
 */
const RECENT_IDS_MAX = 256
const OLD_IDS_MAX = 32
const OLD_POSITIONS = 20_000n

/** Where an event stands; `position` is null while it is on its way. */
interface Place {
  readonly revision: bigint
  position: bigint | null
}

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
  /** Where the latest events stand, by their ids, oldest first. */
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
  onItsWay: null,
  waiting: [],
  isWriting: false,
  dead: false,
  snapshotRevision: -1n,
  recent: new Map(),
  recentAfter: 0n,
})

/** Remembers where an event stands; the oldest stored ones are forgotten beyond the limits. */
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

/** What was on its way is stored: the stream ends at `revision` and `position`. */
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
    const { revision, position } = recorded
    remember(stream, recorded.id, { revision, position })
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
 * The event of a step as it stands in the stream, null when it has not been done. Where the remembered ids reach back
 * far enough, at most this one event is read; else the stream, backwards to `after`.
 */
export const findStep = async (
  store: Pick<EventStore, 'readStream'>,
  stream: LoadedStream<unknown>,
  step: Step,
): Promise<RecordedEvent | null> => {
  const place = stream.recent.get(step.eventId)
  if (place) {
    if (place.position === null && !(await stream.onItsWay)) return null
    const { revision } = place
    for await (const recorded of store.readStream(stream.streamId, { from: revision, limit: 1 }))
      if (recorded.id === step.eventId) return recorded
    stream.dead = true // the stream is not what this process takes it for
    return null
  }
  if (step.after >= stream.recentAfter) return null
  for await (const recorded of store.readStream(stream.streamId, { direction: 'backwards' })) {
    if (recorded.position <= step.after) return null
    if (recorded.id === step.eventId) return recorded
  }
  return null
}
