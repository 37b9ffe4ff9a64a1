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
})
export type KeyOutcome = z.infer<typeof KeyOutcome>

export const outcomeOperations = defineOperations({
  getOutcomeByKey: member.get('/api/outcomes/by-key/{key}', {
    summary: "What became of the member's request with an idempotency key; 404 when it never arrived",
    params: ByKey,
    response: KeyOutcome,
  }),
})
