import { completing, type UnfinishedWork } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'
import type { ReservedClaim } from './claims.ts'

/**
 * Pays rewards that were reserved and not paid. On a refusal the reservation was released, or the next round tries
 * again.
 */
export const startClaimCompletion = (work: UnfinishedWork<ReservedClaim>): Recurring =>
  completing({
    name: 'claim completion',
    wokenBy: ['token'],
    report: 'Settled claims that had been left half done',
    refusalIsOutcome: true,
    ...work,
  })
