import type { RecordedEvent } from '../events/store/event-store.ts'

/** One set-based SQL statement. Tables stand without a schema: the runner's search_path names it. */
export interface Statement {
  /** Prepared once per connection under this name. */
  readonly name: string
  readonly text: string
  readonly values: readonly string[]
  /** How many rows it has to touch; any other number means that the log and the rows disagree. */
  readonly rows: number
}

/**
 * A read model: a pure function from events to rows. Nothing but the events may decide a row (no clock,
 * no randomness, no look at other tables), so that a rebuild gives the same rows again.
 */
export interface Projection {
  readonly name: string
  /** Raise it when the same events give other rows: the next start then builds the read models anew. */
  readonly version: number
  /** Streams it is built from; events of all others are passed over. */
  readonly follows: (streamId: string) => boolean
  /**
   * Folds a batch, in the log's order, into few statements, which run in order in one transaction.
   * @throws when an event is unknown or cannot follow the ones before it; the projection then stops there
   */
  readonly apply: (batch: readonly RecordedEvent[]) => readonly Statement[]
}
