import { completing, type UnfinishedWork } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'

/** Settles deposits (by id) into wallets where the process that received the webhook could not. */
export const startDepositSettlement = (work: UnfinishedWork<string>): Recurring =>
  completing({
    name: 'deposit settlement',
    wokenBy: ['deposits'],
    report: 'Settled deposits whose outcome had been left waiting',
    ...work,
  })
