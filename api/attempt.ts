import type { Clock } from '../events/ids.ts'

/** One attempt of a member at a command. The same member and key mean the same intent, however often it is attempted. */
export interface Attempt {
  readonly memberId: string
  /** The member's name for the intent, a lower-case UUID. Ids of what the command makes are derived from it. */
  readonly idempotencyKey: string
  /** An earlier attempt was begun and its end is not known: look for what it made before deciding again. */
  readonly repeated: boolean
}

/** What the ledger keeps of an attempt: who asked, under which key, for which piece of work. */
export const causedBy = (
  { memberId, idempotencyKey }: Pick<Attempt, 'memberId' | 'idempotencyKey'>,
  correlationId: string,
) => ({ actor: memberId, correlationId, causationId: idempotencyKey, idempotencyKey })

/** What the ledger keeps of what no member asked for: for which piece of work it is done, by which event, and when. */
export const bySystem = (clock: Clock, correlationId: string, causationId: string) => ({
  actor: 'system',
  correlationId,
  causationId,
  at: clock().toISOString(),
})
