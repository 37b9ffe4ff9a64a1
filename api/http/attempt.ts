import type { Clock } from '../../events/ids.ts'
import type { Money } from '../../events/money.ts'
import type { Step } from '../../events/store/aggregate.ts'
import { keyReused } from './errors.ts'

/** One attempt of a member at a command. The same member and key mean the same intent, however often attempted. */
export interface Attempt {
  readonly memberId: string
  /** Key the client chose for the intent, a lower-case UUID. Ids of what the command creates are derived from it. */
  readonly idempotencyKey: string
  /** An earlier attempt began and its outcome is unknown: look for its events before deciding again. */
  readonly repeated: boolean
  /**
   * A ledger position that the log had reached before the key was first taken: whatever is done under it comes after
   * that. Absent where that is not known, the key is this process's own, or the answer is committed with the events.
   */
  readonly begunAfter?: bigint
}

/** Where the events of a key can only be after; the beginning of the log if that is not known. */
export const doneAfter = ({ begunAfter }: Pick<Attempt, 'begunAfter'>): bigint => begunAfter ?? 0n

/**
 * The step of a command with a key, for its context. A first attempt looks for it too, among the newest events: another
 * process may have got the same key a moment later and been faster.
 */
export const keyedStep = (
  attempt: Pick<Attempt, 'repeated' | 'begunAfter'>,
  eventId: string,
): { readonly step?: Step } => {
  const { repeated, begunAfter } = attempt
  if (repeated) return { step: { eventId, after: doneAfter(attempt) } }
  return begunAfter === undefined ? {} : { step: { eventId, after: begunAfter, fresh: true } }
}

/** Event metadata of a member's command: actor, idempotency key and correlation id. */
export const causedBy = (
  { memberId, idempotencyKey }: Pick<Attempt, 'memberId' | 'idempotencyKey'>,
  correlationId: string,
) => ({ actor: memberId, correlationId, causationId: idempotencyKey, idempotencyKey })

/** Event metadata of a command that no member sent: correlation id, causing event and time. */
export const bySystem = (clock: Clock, correlationId: string, causationId: string) => ({
  actor: 'system',
  correlationId,
  causationId,
  at: clock().toISOString(),
})

/**
 * Compares what a command did before with what is asked now. Where a lost key was found again in the log, nothing else
 * knows what was asked with it.
 * @throws {HttpError} 422 the key was used for another amount
 */
export const assertSameAmount = (stored: Money, asked: Money): void => {
  if (stored.currency !== asked.currency || stored.minor !== asked.minor) throw keyReused()
}
