import { completing, type UnfinishedWork } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'
import type { UndeliveredTransfer } from './transfers.ts'

/** Finishes transfers that were sent and have neither arrived nor returned. */
export const startTransferDelivery = (work: UnfinishedWork<UndeliveredTransfer>): Recurring =>
  completing({
    name: 'transfer delivery',
    wokenBy: ['activity'],
    report: 'Delivered transfers that had been left on their way',
    ...work,
  })
