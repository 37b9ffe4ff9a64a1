import type { RecordedEvent } from '../events/store/event-store.ts'

/**
 * One set-based SQL statement: an `insert`, `update`, `merge` or `delete` without `returning`, or a `select` that
 * calls a function. Tables are named without a schema, which the runner's search_path sets. No two statements of a
 * batch may touch the same row unless they write the same table: then the later one sees what the earlier has written.
 */
export interface Statement {
  /** Identifies the statement: the same name always has the same text. */
  readonly name: string
  readonly text: string
  readonly values: readonly string[]
  /** The table it writes. */
  readonly writes: string
  /** Tables it reads that other statements write; it sees the rows that earlier ones of the batch have written. */
  readonly reads?: readonly string[]
  /** Number of rows it must touch, null for any; another number means that the log and the rows disagree. */
  readonly rows: number | null
}

/**
 * A read model: a pure function from events to rows. Only the events may determine a row (no clock, no
 * randomness, no reads of other tables), so that a rebuild gives the same rows again.
 */
export interface Projection {
  readonly name: string
  /** Raise it when the same events give other rows: the release then builds read models of its own (`READ_SCHEMA`). */
  readonly version: number
  /** Streams it is built from; events of all others are skipped. */
  readonly follows: (streamId: string) => boolean
  /** Interval of batches under load, ms, unless somebody waits for one. Those with the same pace move together. */
  readonly paceMs?: number
  /**
   * Folds a batch, in the log's order, into few statements, which take effect in order in one transaction.
   * @throws when an event is unknown or cannot follow the ones before it; the projection then stops there
   */
  readonly apply: (batch: readonly RecordedEvent[]) => readonly Statement[]
}
