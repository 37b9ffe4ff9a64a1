import type { BaseLogger } from 'pino'
import { Refusal } from '../../events/refusal.ts'
import type { Claims, ReservedClaim } from './claims.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

/** How long a claim may be under way before this process takes it up: whoever made it usually finishes it. */
const GRACE_MS = 2_000
const EVERY_MS = 500
const AT_ONCE_MAX = 100

/** Pays rewards that were reserved and have not been paid, because the process that reserved them died. */
export const startClaimCompletion = ({
  openClaims,
  claims,
  log,
}: {
  /** Claims made at least `olderThanMs` ago, neither paid nor released, oldest first. */
  openClaims: (olderThanMs: number, limit: number) => Promise<readonly ReservedClaim[]>
  claims: Pick<Claims, 'settle'>
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'claim completion',
    everyMs: EVERY_MS,
    wokenBy: ['yut'],
    graceMs: GRACE_MS,
    log,
    round: async () => {
      const open = await openClaims(GRACE_MS, AT_ONCE_MAX)
      if (open.length === 0) return
      const outcomes = await Promise.allSettled(open.map((claim) => claims.settle(claim)))
      // A refusal has released what was reserved, or is asked again in the next round.
      const failed = outcomes.find(
        (outcome) => outcome.status === 'rejected' && !(outcome.reason instanceof Refusal),
      )
      if (failed?.status === 'rejected') throw failed.reason
      log.info({ claims: open.length }, 'Settled claims that had been left half done')
    },
  })
