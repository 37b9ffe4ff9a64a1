import { completing, type UnfinishedWork } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'
import { APPROVER_ALONE_MS, type UnsettledApproval } from './settlement.ts'

/** Pays approved requests that the approver's call did not. Refused: the request is pending again, or has failed. */
export const startRequestSettlement = (work: UnfinishedWork<UnsettledApproval>): Recurring =>
  completing({
    name: 'request settlement',
    wokenBy: ['requests'],
    report: 'Settled transfer requests that had been left approved',
    everyMs: 1_000,
    graceMs: APPROVER_ALONE_MS,
    refusalIsOutcome: true,
    ...work,
  })
