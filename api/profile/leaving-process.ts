import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import type { Clock } from '../../events/ids.ts'
import { createClaimed } from '../processes/claimed.ts'
import { untilNextDue } from '../processes/next-due.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { dueClosings, NEXT_CLOSING, putOff } from './account-closings.ts'
import type { Leaving } from './leaving.ts'

const EVERY_MS = 1_000
const BATCH = 20
/** One that failed is tried again after this time, ms, so that it keeps nobody else waiting. */
const AGAIN_MS = 30_000

/** Goes on with accounts that are closing: on their day, when a withdrawal moves, and after a crash. */
export const startLeaving = ({
  pool,
  leaving,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly leaving: Pick<Leaving, 'goOn'>
  /** The clock for money. */
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'error'>
}): Recurring => {
  const claimed = createClaimed({ name: 'account closing', log })
  return recurring({
    name: 'account closing',
    everyMs: EVERY_MS,
    wokenBy: ['account closings', 'withdrawals'],
    log,
    attempts: claimed,
    round: async () => {
      await claimed.run(await dueClosings(pool, clock(), BATCH), 1, async (memberId) => {
        try {
          await leaving.goOn(memberId)
        } catch (error) {
          await putOff(pool, memberId, new Date(clock().getTime() + AGAIN_MS))
          throw error
        }
      })
      return untilNextDue(pool, clock, NEXT_CLOSING)
    },
  })
}
