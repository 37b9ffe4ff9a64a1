import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { Refusal } from '../../events/refusal.ts'
import {
  withdrawalById,
  withdrawalsInReview,
  type WithdrawalRow,
} from '../../projections/withdrawals/queries.ts'
import { createAttempts, together, type Tried } from '../processes/attempts.ts'
import { createClaimed } from '../processes/claimed.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { Verdict } from './reasons.ts'
import type { Reviews } from './reviews.ts'
import type { Withdrawals } from './withdrawals.ts'

/** What wakes it: a verdict of the operator. */
export const REVIEW_WORK = 'review'

const EVERY_MS = 1_000
const PAGE = 100

/**
 * Sees to withdrawals that wait for a person: each has a case, what the operator has decided is carried out in the ledger,
 * and once the withdrawal does not wait any more (its member may have cancelled it) its case says so. Each is a step that
 * may be repeated, so whatever dies between two of them loses and repeats nothing.
 */
export const startWithdrawalReviews = ({
  pool,
  reviews,
  withdrawals,
  log,
}: {
  readonly pool: Pool
  readonly reviews: Reviews
  readonly withdrawals: Pick<Withdrawals, 'release' | 'stop'>
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring => {
  const opening = createAttempts({ name: 'withdrawals to be reviewed', log })
  const openMissing = async (): Promise<Tried['againMs']> => {
    const missing: WithdrawalRow[] = []
    for (let after = 0n; ;) {
      const page = await withdrawalsInReview(pool, after, PAGE)
      const known = await reviews.numbersOf(page.map(({ id }) => id))
      missing.push(...page.filter(({ id }) => !known.has(id)))
      const last = page.at(-1)
      if (last === undefined || page.length < PAGE) break
      after = last.position
    }
    const limits = { limit: Infinity, atOnceMax: 1 }
    return (await opening.run(missing, limits, (row) => reviews.open(row))).againMs
  }

  const carryOut = async (row: WithdrawalRow, verdict: Verdict): Promise<void> => {
    const known = { withdrawalId: row.id, memberId: row.memberId, position: row.position }
    try {
      await (verdict === 'release' ? withdrawals.release(known) : withdrawals.stop(known, verdict))
    } catch (error) {
      // Cancelled by its member in the same moment.
      if (!(error instanceof Refusal)) throw error
    }
    log.info({ withdrawal: row.id, verdict }, 'Carried out what the operator decided about a withdrawal')
  }

  const attempts = createAttempts({ name: 'withdrawal reviews', log })
  const settling = createClaimed({ name: 'withdrawal reviews to settle', log })
  return recurring({
    name: 'withdrawal reviews',
    everyMs: EVERY_MS,
    wokenBy: ['withdrawals', REVIEW_WORK],
    log,
    attempts: together(opening, attempts, settling),
    round: async () => {
      const openMs = await openMissing()
      const unsettled = await reviews.unsettled()
      const seeTo = async ({ number, withdrawalId, verdict }: (typeof unsettled)[number]): Promise<void> => {
        const row = await withdrawalById(pool, withdrawalId)
        if (!row) return
        if (row.state !== 'review') await reviews.settle(number, row)
        else if (verdict !== null) await carryOut(row, verdict)
      }
      const { againMs } = await attempts.run(
        unsettled.filter(({ verdict }) => verdict !== null),
        { limit: unsettled.length, atOnceMax: 1 },
        seeTo,
      )
      const undecided = unsettled.filter(({ verdict }) => verdict === null)
      await settling.run(undecided, 1, seeTo)
      return openMs === undefined || againMs === undefined ? (openMs ?? againMs) : Math.min(openMs, againMs)
    },
  })
}
