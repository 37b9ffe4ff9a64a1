import { Refusal } from '../../events/refusal.ts'
import type { PayingBank } from './paying-bank.ts'

const SENTENCE = 'Nothing can be withdrawn here: this installation is not connected to a bank.'

/** Why withdrawing is closed, as a refusal. */
export const withdrawalsClosed = (sentence: string): Refusal => new Refusal('withdrawals_closed', sentence)

const refused = () => Promise.reject(withdrawalsClosed(SENTENCE))

/** The bank of an installation without one. Nothing is ever ordered from it, so there is no news either. */
export const closedPayingBank: PayingBank = {
  name: 'none',
  simulated: false,
  closed: SENTENCE,
  testAccounts: [],
  bankOf: refused,
  arrivesBy: (_, from) => from,
  payOut: refused,
  payoutOf: refused,
  newsSince: async (cursor) => ({ news: [], cursor }),
  transactionsSince: async (cursor) => ({ transactions: [], cursor }),
  balanceMinor: async () => 0n,
  memberAccounts: null,
}
