import { completing, type HalfDone } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'
import type { ReservedClaim } from './claims.ts'

/**
 * Pays rewards that were reserved and have not been paid. A refusal has released what was reserved, or is asked again
 * in the next round.
 */
export const startClaimCompletion = (work: HalfDone<ReservedClaim>): Recurring =>
  completing({
    name: 'claim completion',
    wokenBy: ['yut'],
    report: 'Settled claims that had been left half done',
    mayBeRefused: true,
    ...work,
  })
