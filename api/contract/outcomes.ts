import * as z from 'zod/mini'
import { ByKey } from './fields.ts'
import { openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'

/** Known outcome of a request that carried an Idempotency-Key. */
export const KeyOutcome = z.object({
  /** `unfinished`: started, outcome unknown. Repeating the request with its key finishes it. */
  state: openEnum(z.enum(['done', 'refused', 'unfinished']), 'unfinished'),
  /** Why it was refused, in a sentence; null otherwise. */
  error: z.nullable(z.string()),
  /** The refusal's stable code; null otherwise. */
  code: z.nullable(z.string()),
  /** Ledger position of the events it wrote; null when it wrote none or its outcome is unknown. */
  position: z.nullable(z.string()),
  /**
   * What the request was answered with when it was done, as its operation describes it. It is stored for 30 days; after
   * that the ledger answers where the request made something that can be shown, and this is null otherwise.
   */
  answer: z.optional(z.unknown()),
})
export type KeyOutcome = z.infer<typeof KeyOutcome>

export const outcomeOperations = defineOperations({
  getOutcomeByKey: member.get('/api/outcomes/by-key/{key}', {
    summary: 'What became of a request by its idempotency key; 404 if it never arrived',
    params: ByKey,
    response: KeyOutcome,
  }),
})
