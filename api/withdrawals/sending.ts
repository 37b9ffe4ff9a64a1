import type { Pool } from 'pg'
import { unsentWithdrawals } from '../../projections/withdrawals/queries.ts'
import { completing, type UnfinishedWork } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'
import { BANK_WORK } from '../wallet/following-bank.ts'
import type { BegunWithdrawal, Withdrawals } from './withdrawals.ts'

/** Withdrawals handed to the bank at the same time. */
const AT_ONCE_MAX = 8

/** Withdrawals requested before a time that the bank does not have yet. */
export const unsent =
  (pool: Pool) =>
  async (before: Date, limit: number): Promise<readonly BegunWithdrawal[]> =>
    (await unsentWithdrawals(pool, before, limit)).map(({ id, memberId, accountId, minor, position }) => ({
      withdrawalId: id,
      memberId,
      accountId,
      cents: minor,
      position,
    }))

/**
 * Hands withdrawals to the bank once the time for cancelling them is over, and asks again for those that it has not
 * answered or decided.
 */
export const startWithdrawalSending = ({
  withdrawals,
  cancelMs,
  ...work
}: Omit<UnfinishedWork<BegunWithdrawal>, 'finish'> & {
  readonly withdrawals: Pick<Withdrawals, 'send'>
  readonly cancelMs: number
}): Recurring =>
  completing<BegunWithdrawal>({
    name: 'withdrawal sending',
    wokenBy: ['withdrawals', BANK_WORK],
    report: 'Handed withdrawals to the bank',
    graceMs: cancelMs,
    atOnceMax: AT_ONCE_MAX,
    // Cancelled in the moment before it was ordered.
    refusalIsOutcome: true,
  })({ finish: (withdrawal) => withdrawals.send(withdrawal), ...work })
