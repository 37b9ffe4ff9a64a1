import type { LockedVote } from '../../projections/governance/queries.ts'
import { completing, type UnfinishedWork } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'

/** Casts votes whose stake is locked already. Refused when a later vote counts or the proposal has closed. */
export const startVoteCompletion = (work: UnfinishedWork<LockedVote>): Recurring =>
  completing({
    name: 'vote completion',
    wokenBy: ['governance'],
    report: 'Completed votes that had been left half done',
    refusalIsOutcome: true,
    ...work,
  })
