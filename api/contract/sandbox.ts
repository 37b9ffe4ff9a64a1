import * as z from 'zod/mini'
import { Timestamp } from './fields.ts'
import { defineOperations, member } from './operation.ts'

/**
 * Header: milliseconds by which the sandbox's clock is ahead of the real one. Every API response has it where that
 * clock can be moved (also when it is 0), none otherwise.
 */
export const CLOCK_SHIFT_HEADER = 'Clock-Shift-Ms'

const CLOCK_DAYS_MAX = 366
const DAYS = `days is a whole number from 1 to ${CLOCK_DAYS_MAX}.`

export const sandboxOperations = defineOperations({
  advanceClock: member.post('/api/sandbox/clock/advance', {
    summary:
      'Moves the sandbox clock forward for everybody, for good, a day at a time so that each finds what is due; refused in production',
    body: z.strictObject({
      days: z.int(DAYS).check(z.minimum(1, DAYS), z.maximum(CLOCK_DAYS_MAX, DAYS)),
    }),
    response: z.object({
      now: Timestamp,
      /** Total shift, in ms; after 15 seconds the answer has what was reached, and the clock goes on. */
      shift_ms: z.int(),
    }),
  }),
})
