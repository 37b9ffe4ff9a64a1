import { DatabaseError } from 'pg'
import { StoreUnavailable, UnreadableEvent } from '../event-store.ts'

/**
 * The kind of failure of a statement.
 * - `refused`: the server rolled it back because of its content; a retry won't help
 * - `hindered`: the server rolled it back because of circumstances (resources, locks, time-outs); a retry may succeed
 * - `lost`: the outcome is unknown; the connection or the server ended before the answer
 */
export type Failure = 'refused' | 'hindered' | 'lost'

/** SQLSTATE classes: transaction state and rollback, resources, locks, operator intervention, system. */
const CIRCUMSTANCES = new Set(['25', '40', '53', '55', '57', '58'])

export const failureOf = (error: unknown): Failure => {
  // FATAL and PANIC end the session, perhaps after a commit whose answer was not yet written.
  if (!(error instanceof DatabaseError) || error.severity !== 'ERROR') return 'lost'
  return CIRCUMSTANCES.has(error.code?.slice(0, 2) ?? '') ? 'hindered' : 'refused'
}

/** The error of a failed read. For reads `lost` and `hindered` are the same: nothing happened, try again later. */
export const readFailure = (cause: unknown): unknown =>
  cause instanceof StoreUnavailable || cause instanceof UnreadableEvent || failureOf(cause) === 'refused'
    ? cause
    : new StoreUnavailable('Postgres did not answer a read', { cause })
