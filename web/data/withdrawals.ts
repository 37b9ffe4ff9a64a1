import {
  type NamedBank,
  type SavedBankAccount,
  Withdrawal,
  WithdrawalOptions,
  withdrawalOperations,
} from '../../api/contract/withdrawals.ts'
import { changing } from './changing.ts'
import { call } from './client.ts'
import { serverTime } from './server-clock.ts'
import { document, fieldOf, type ListSource } from './sources.ts'

/** The member's own bank accounts that are saved for withdrawals, the newest first; never their numbers. */
export const bankAccounts = fieldOf('bank-accounts', withdrawalOperations.listBankAccounts, 'bank_accounts')

/** The bank of a routing number; asked while it is typed, and not stored. Rejects as `call` does. */
export const bankNamed = async (routingNumber: string, signal: AbortSignal): Promise<NamedBank> =>
  (await call(withdrawalOperations.nameBank, { query: { routing_number: routingNumber }, signal })).data

/** Forgets a saved account. Rejects as `call` does. */
export const removeBankAccount = ({ id }: SavedBankAccount) =>
  changing(bankAccounts)(withdrawalOperations.removeBankAccount, { params: { id } })

/**
 * What may leave now and what is held until when, with fees, limits and days of arrival. Without the sandbox's test
 * accounts: no account number is stored on a device.
 */
export const withdrawalOptions = document(
  'withdrawal-options',
  WithdrawalOptions,
  (options) => call(withdrawalOperations.getWithdrawalOptions, options),
  (answer) => ({ ...answer, test_bank_accounts: [] }),
)

/** The sandbox's test accounts, which are never stored; none at a real bank. Rejects as `call` does. */
export const testBankAccounts = async (
  signal: AbortSignal,
): Promise<WithdrawalOptions['test_bank_accounts']> =>
  (await call(withdrawalOperations.getWithdrawalOptions, { signal })).data.test_bank_accounts

/** States that nothing follows: what has arrived, as far as anybody knows, may still come back. */
const ENDED: ReadonlySet<Withdrawal['state']> = new Set(['came_back', 'failed', 'cancelled'])
const PAGE_SIZE = 20

/** The member's withdrawals, newest first. */
export const withdrawals: ListSource<Withdrawal> = {
  key: 'withdrawals',
  schema: Withdrawal,
  idOf: ({ withdrawal_id: id }) => id,
  isSettled: ({ state }) => ENDED.has(state),
  loadPage: async (cursor, options) => {
    const { data, asOf, late } = await call(withdrawalOperations.listWithdrawals, {
      query: { limit: String(PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
      ...options,
    })
    return { rows: data.withdrawals, nextCursor: data.next_cursor, asOf: asOf ?? serverTime(), late }
  },
}
