import { completing, type UnfinishedWork } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'

/** Expires pending transfer requests (by id) after their expiry time. */
export const startRequestExpiry = (work: UnfinishedWork<string>): Recurring =>
  completing({
    name: 'request expiry',
    wokenBy: ['requests'],
    report: 'Expired transfer requests',
    everyMs: 1_000,
    graceMs: 0,
    ...work,
  })
