import { completing, type HalfDone } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'

/** Ends pending transfer requests, by their ids, whose time is over. */
export const startRequestExpiry = (work: HalfDone<string>): Recurring =>
  completing({
    name: 'request expiry',
    wokenBy: ['requests'],
    report: 'Expired transfer requests',
    everyMs: 1_000,
    graceMs: 0,
    ...work,
  })
