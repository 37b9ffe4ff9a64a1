import type { Step } from './aggregate.ts'
import type { JsonObject, StoredAnswer } from './event-store.ts'
import type { Divergence } from './memory-check.ts'

/** A stored event with its time and position. */
export interface StoredEvent<Event> {
  readonly event: Event
  /** When it happened by our clock, ISO 8601. */
  readonly at: string
  readonly position: bigint
}

export interface Handled<Event> {
  /** `already_done`: the step's event is in the stream, or the log has the decision's events; `nothing_to_do`: the decision made no event. */
  readonly outcome: 'appended' | 'already_done' | 'nothing_to_do'
  /** The decision's events; of a step that was already done, its stored event. */
  readonly events: readonly Event[]
  /** When this happened by our clock, ISO 8601; of a step that was already done, the time it was done. */
  readonly at: string
  /** Ledger position that a read model must have reached to show the outcome. */
  readonly position: bigint
}

interface HandleOptions {
  readonly metadata: JsonObject
  /** When the command was given by our clock, ISO 8601; stored in the metadata of its events. */
  readonly at: string
  /** Searched for before deciding, so that a repeated step is recognised at the revision that is appended to. */
  readonly step?: Step
  /** Other processes may make the same events on their own: decide on the stream as the store has it now. */
  readonly contested?: boolean
}

/** One stream's part of a command that concerns several. */
export interface Share<State, Event> {
  readonly streamId: string
  /** `before`: the events of the shares before it. */
  readonly decide: (state: State, before: readonly Event[]) => Event[]
  readonly metadata: JsonObject
}

/**
 * The outcome of a command on several streams. `in_steps`: a share after the first was refused, so nothing was stored and
 * the steps have to be done one after the other. `known`: the answer's key was used before, or the log has its events;
 * nothing was stored.
 */
export type HandledTogether =
  | { readonly outcome: 'appended'; readonly position: bigint }
  | { readonly outcome: 'in_steps' | 'known' }

export interface TogetherOptions {
  /** As in {@link HandleOptions}. */
  readonly at: string
  /** Stored in the same commit. */
  readonly answer: StoredAnswer
  /** Whether the answer's key was used before; asked after a conflict. */
  readonly isKnown: () => Promise<boolean>
}

export interface CommandHandler<State, Event> {
  /**
   * Loads, decides, appends at the exact revision that was decided on. On a conflict it loads and decides
   * again, at most 5 times with jitter. A command may be decided on events of others whose append is still in
   * flight; it only returns once everything it rests on is stored.
   * @throws {Refusal} the decision refused, on a state that is certainly current; nothing was appended
   * @throws {TooBusy} five conflicts in a row
   * @throws {OutcomeUnknown | StoreUnavailable} see `EventStore`
   */
  handle(streamId: string, decide: (state: State) => Event[], options: HandleOptions): Promise<Handled<Event>>
  /**
   * Decides on several streams and stores all events with the answer in one commit, or nothing. Only where the store
   * has `appendUnits`. Like {@link handle}, it may decide on events in flight. A refusal of the first share is thrown;
   * every share makes events.
   * @throws {Refusal | TooBusy | OutcomeUnknown | StoreUnavailable} as {@link handle}
   */
  readonly handleTogether?: (
    shares: readonly [Share<State, Event>, ...Share<State, Event>[]],
    options: TogetherOptions,
  ) => Promise<HandledTogether>
  /** The event of a step as the store has it now, null when the step has not been done. */
  find(streamId: string, step: Step): Promise<StoredEvent<Event> | null>
  /** Compares every cached stream with the log, for tests and diagnosis; empty when all are right. */
  checkMemory(): Promise<readonly Divergence[]>
  /** The stream's state as the store has it now. */
  load(streamId: string): Promise<{ state: State; revision: bigint; position: bigint }>
}

/** Other writers kept moving the stream; try again later. */
export class TooBusy extends Error {
  override name = 'TooBusy'
  readonly code = 'too_busy'
  constructor(streamId: string, options?: ErrorOptions) {
    super(`Stream ${streamId} kept changing`, options)
  }
}
