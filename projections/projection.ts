import type { RecordedEvent } from '../events/store/event-store.ts'

/**
 * One set-based SQL statement: an `insert`, `update`, `merge` or `delete` without `returning`, or a `select` that calls a
 * function. Tables stand without a schema: the runner's search_path names it. No two statements of a batch may touch
 * the same row unless they write the same table: then the later one finds what the earlier has written.
 */
export interface Statement {
  /** Says which statement it is: the same text always has the same name. */
  readonly name: string
  readonly text: string
  readonly values: readonly string[]
  /** The table it writes. */
  readonly writes: string
  /** Tables it reads that other statements write; it finds what earlier ones of the batch have written. */
  readonly reads?: readonly string[]
  /** How many rows it has to touch, null for any; another number means that the log and the rows disagree. */
  readonly rows: number | null
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
  /** Under load there is one batch in so many ms, unless somebody waits for it. Those with the same move together. */
  readonly paceMs?: number
  /**
   * Folds a batch, in the log's order, into few statements, which take effect in order in one transaction.
   * @throws when an event is unknown or cannot follow the ones before it; the projection then stops there
   */
  readonly apply: (batch: readonly RecordedEvent[]) => readonly Statement[]
}
