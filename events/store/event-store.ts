/**
 * The event store port. Both adapters (Postgres, EventStoreDB) implement it and pass one contract
 * suite, `tests/contract/event-store`. Appending to several streams at once is optional (EventStoreDB's client
 * cannot): without it, a command on several streams is a process with idempotent steps.
 */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }
export type JsonObject = { readonly [key: string]: Json | undefined }

/** A fact to append. `id` is a UUID; where the step may be repeated it is a derived id. */
export interface NewEvent {
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: JsonObject
}

/**
 * A fact as stored. `revision` counts from 0n within its stream without gaps. `position` orders all
 * events of the store; it strictly grows and is dense (1n, 2n, …) in Postgres only.
 */
export interface RecordedEvent extends NewEvent {
  readonly streamId: string
  readonly revision: bigint
  readonly position: bigint
  /** ISO 8601, UTC, by the store's clock; never earlier than that of the event before it in Postgres. */
  readonly recordedAt: string
}

/** The state of the stream that an append requires: no events yet, or ending at exactly this revision. */
export type ExpectedRevision = 'no_stream' | bigint

/** Where an append ended: revision and position of its last event. */
export interface Appended {
  readonly revision: bigint
  readonly position: bigint
}

/** One append of a {@link Unit}. */
export interface UnitAppend {
  readonly streamId: string
  readonly expected: ExpectedRevision
  readonly events: readonly NewEvent[]
}

/** Placeholder for the position of a unit's last event in the text of its stored answer. */
export const POSITION_MARK = '\u0001'

/** The answer to a command, stored under its idempotency key: the same key gets the same answer for ever. */
export interface StoredAnswer {
  readonly memberId: string
  /** UUID, lower case. */
  readonly key: string
  /** Operation id. */
  readonly route: string
  /** Hash of the request. */
  readonly bodyHash: string
  readonly status: number
  /** JSON text; each {@link POSITION_MARK} is replaced by the position of the unit's last event. */
  readonly text: string
}

/** Stored as a whole or not at all: appends to different streams, and the answer to the command. */
export interface Unit {
  readonly appends: readonly [UnitAppend, ...UnitAppend[]]
  readonly answer?: StoredAnswer
}

/**
 * The outcome of a unit. `stored`: by this call, for the first time. `appended`: one entry per append, in order.
 * There is no outcome "repeated": events that are in the log already are news from elsewhere, even if an earlier call
 * of this process stored them, so the unit is refused and its caller reads the log.
 */
export type UnitOutcome =
  | { readonly state: 'stored'; readonly appended: readonly Appended[] }
  | { readonly state: 'refused'; readonly error: WrongExpectedRevision | KeyTaken | IdTaken | InvalidEvent }

export interface ReadOptions {
  /** First revision to read (inclusive); default: the first forwards, the last backwards. */
  readonly from?: bigint
  readonly direction?: 'forwards' | 'backwards'
  /** At most this many events. */
  readonly limit?: number
}

export interface SubscribeOptions {
  /** Position of the last event already handled, as in {@link EventStore.readAll}; 0n starts at the beginning. */
  readonly after: bigint
  /** At most this many events in a batch. Default 500. */
  readonly batchMax?: number
  /** Ends the subscription: the iteration then ends normally. */
  readonly signal: AbortSignal
}

export interface EventStore {
  /**
   * Appends all of `events` (at least one, at most {@link APPEND_BYTES_MAX} in all) or none. It resolves only if what
   * is stored are these very events: equal ids with another content or time are another attempt's.
   * @throws {WrongExpectedRevision} the stream is at another revision
   * @throws {IdTaken} events with these ids are stored at these revisions, by another attempt; where `idsStandOnce`,
   *   also by an earlier identical call, and anywhere in the log
   * @throws {InvalidEvent} the events cannot be stored; nothing was sent
   * @throws {OutcomeUnknown} no answer in time or the connection broke: it may have been stored.
   *   Repeat it with the same ids at the same expectation; never decide again first.
   */
  append(streamId: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<Appended>
  /**
   * Optional. Stores units of at most {@link UNIT_EVENTS_MAX} events in all in one commit, each whole or not at all.
   * Later units may have been decided on the events of earlier ones: if a unit is refused, later ones that share a
   * stream with it are refused too, and the others are not.
   * @throws {InvalidEvent} a unit cannot be sent; nothing was stored
   * @throws {OutcomeUnknown} repeat the identical call, whole and in the same order: any other would decide again.
   *   What the first call stored is then refused with {@link KeyTaken} or {@link IdTaken}
   */
  readonly appendUnits?: (units: readonly Unit[]) => Promise<readonly UnitOutcome[]>
  /** One stream in order; a stream that does not exist has no events. Breaking out early frees everything. */
  readStream(streamId: string, options?: ReadOptions): AsyncIterable<RecordedEvent>
  /**
   * All streams in global order, from the event after `after` (default 0n) up to the head at the call. `after` is the
   * position of an event; EventStoreDB throws {@link NoSuchPosition} at others before its end. `fromMemory`:
   * recent events may come from this process's memory, perhaps not up to the head; for callers that follow the log and
   * read again, not for those that verify it.
   */
  readAll(options?: {
    readonly after?: bigint
    readonly limit?: number
    readonly fromMemory?: boolean
  }): AsyncIterable<RecordedEvent>
  /**
   * The events of {@link readAll} in batches, much faster, for reading the log from end to end. A slow consumer keeps a
   * connection waiting. Each batch can be iterated once.
   */
  scan(options?: { readonly after?: bigint }): AsyncIterable<Iterable<RecordedEvent>>
  /**
   * Every event after `after`, each exactly once, in global order, in non-empty batches, for ever: it
   * survives lost connections and server restarts by resuming after the last delivered event. The
   * next batch is fetched only when the consumer asks, so a slow consumer delays only itself.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<readonly RecordedEvent[]>
  /**
   * Optional. Whether appends refuse events whose ids stand anywhere in the log ({@link IdTaken}). Other stores compare
   * ids at the expected revision alone: there a step that may be repeated is searched for in its stream.
   */
  readonly idsStandOnce?: true
  /** Optional. Up to which level facts may be written now (`events/level.ts`); without it, whatever this release knows. */
  readonly level?: () => number
  /** Optional. Called for each event that is decided: what else its metadata holds, such as the id of the request. */
  readonly ambient?: () => JsonObject
  /** Position of the last event, 0n when there is none. */
  head(): Promise<bigint>
  /** Ends running calls and refuses new ones; resolves when nothing is left open. */
  close(): Promise<void>
}

/**
 * Largest append in bytes: all events' data and metadata as UTF-8 JSON, plus 100 bytes and twice the
 * length of the type for each event, as EventStoreDB counts towards the 1 MiB that it takes.
 */
export const APPEND_BYTES_MAX = 1_000_000

/** Most events in one call of `appendUnits` with several units; each append is at most {@link APPEND_BYTES_MAX}. */
export const UNIT_EVENTS_MAX = 256

abstract class EventStoreError extends Error {
  abstract readonly code: string
}

export class WrongExpectedRevision extends EventStoreError {
  override name = 'WrongExpectedRevision'
  readonly code = 'wrong_expected_revision'
  readonly streamId: string
  readonly expected: ExpectedRevision
  /** Revision of the stream's last event, `'no_stream'` when it has none. */
  readonly actual: ExpectedRevision
  constructor(streamId: string, expected: ExpectedRevision, actual: ExpectedRevision) {
    super(`Stream ${streamId} is at ${actual}, not at ${expected}`)
    this.streamId = streamId
    this.expected = expected
    this.actual = actual
  }
}

/**
 * The key of a unit's answer was used already, by this or another request: look its answer up. The store compares keys
 * before ids and revisions.
 */
export class KeyTaken extends EventStoreError {
  override name = 'KeyTaken'
  readonly code = 'key_taken'
  constructor(key: string) {
    super(`The idempotency key ${key} is known already`)
  }
}

/**
 * An event of the append is in the log already, at this revision and position: the step was done before, perhaps with
 * other content or at another time, so what is stored has to be read. Its stream is the append's, unless two steps share
 * an id, which is a fault of ours.
 */
export class IdTaken extends EventStoreError {
  override name = 'IdTaken'
  readonly code = 'id_taken'
  readonly streamId: string
  readonly revision: bigint
  readonly position: bigint
  constructor(streamId: string, { revision, position }: Appended) {
    super(`An event appended to ${streamId} stands at position ${position} already`)
    this.streamId = streamId
    this.revision = revision
    this.position = position
  }
}

export class InvalidEvent extends EventStoreError {
  override name = 'InvalidEvent'
  readonly code = 'invalid_event'
}

/** Somebody deleted the stream for good, by the database's own means: nothing can be read from it or appended to it. */
export class StreamDeleted extends EventStoreError {
  override name = 'StreamDeleted'
  readonly code = 'stream_deleted'
  constructor(streamId: string, options?: ErrorOptions) {
    super(`Stream ${streamId} was deleted for good in the event store; only a backup brings it back`, options)
  }
}

export class OutcomeUnknown extends EventStoreError {
  override name = 'OutcomeUnknown'
  readonly code = 'outcome_unknown'
  constructor(streamId: string, options?: ErrorOptions) {
    super(`No certain answer to an append to ${streamId}; repeat it with the same event ids`, options)
  }
}

/** The store cannot be reached and nothing was sent or read: try again later. */
export class StoreUnavailable extends EventStoreError {
  override name = 'StoreUnavailable'
  readonly code = 'store_unavailable'
}

/** No event stands at the position from which the log was to be read: it is a position of another log. */
export class NoSuchPosition extends EventStoreError {
  override name = 'NoSuchPosition'
  readonly code = 'no_such_position'
  constructor(position: bigint, options?: ErrorOptions) {
    super(`No event of this log stands at position ${position}: it is a position of another log`, options)
  }
}

/** The payload of a stored event is not what was appended: the log is damaged. */
export class UnreadableEvent extends EventStoreError {
  override name = 'UnreadableEvent'
  readonly code = 'unreadable_event'
  readonly position: bigint
  readonly streamId: string
  readonly eventId: string
  constructor(event: { position: bigint; streamId: string; eventId: string }, options?: ErrorOptions) {
    super(
      `Position ${event.position}, stream ${event.streamId}, event ${event.eventId}: its payload is not a JSON object`,
      options,
    )
    this.position = event.position
    this.streamId = event.streamId
    this.eventId = event.eventId
  }
}
