import * as z from 'zod/mini'
import { Timestamp } from './fields.ts'
import { defineOperations, member } from './operation.ts'

/**
 * By how many milliseconds the sandbox's clock is ahead of the real one: a header of every answer of the API
 * where that clock can be moved (0 too), of none where it can't.
 */
export const CLOCK_SHIFT_HEADER = 'Clock-Shift-Ms'

const CLOCK_DAYS_MAX = 366
const DAYS = `days is a whole number from 1 to ${CLOCK_DAYS_MAX}.`

export const sandboxOperations = defineOperations({
  advanceClock: member.post('/api/sandbox/clock/advance', {
    summary: 'Moves the sandbox clock forward for everybody, for good; refused in production',
    body: z.strictObject({
      days: z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(CLOCK_DAYS_MAX, DAYS)),
    }),
    response: z.object({
      /** The sandbox's time now. */
      now: Timestamp,
      /** How far it is ahead in all, ms. */
      shift_ms: z.int(),
    }),
  }),
})
