import type { SavedAccounts } from './bank-accounts.ts'
import type { PayingBank } from './paying-bank.ts'
import type { Sweeps } from './sweeps.ts'
import type { Payouts } from './withdrawals.ts'

/** The reason of a payout to an account whose numbers nobody can read any more. */
export const ACCOUNT_UNREADABLE = 'account_unreadable'

/** Hands payouts to the bank with the numbers of the saved account; they leave its table for nothing else. */
export const createPayouts = (
  bank: PayingBank,
  accounts: Pick<SavedAccounts, 'numbersOf'>,
  /** Null: there are no accounts to take the money from. */
  sweeps: Pick<Sweeps, 'covered'> | null,
): Payouts => ({
  payOut: async ({ accountId, ...order }) => {
    const to = await accounts.numbersOf(accountId)
    if (to === null) return { state: 'refused', reason: ACCOUNT_UNREADABLE }
    const pay = () => bank.payOut({ ...order, to })
    return sweeps === null ? pay() : sweeps.covered(order.cents, pay)
  },
  payoutOf: (key) => bank.payoutOf(key),
})
