import type { Clock } from '../../events/ids.ts'
import type { Money } from '../../events/money.ts'
import { keyReused } from './errors.ts'

/** One attempt of a member at a command. The same member and key mean the same intent, however often attempted. */
export interface Attempt {
  readonly memberId: string
  /** Key the client chose for the intent, a lower-case UUID. Ids of what the command creates are derived from it. */
  readonly idempotencyKey: string
  /** An earlier attempt began and its outcome is unknown: look for its events before deciding again. */
  readonly repeated: boolean
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
