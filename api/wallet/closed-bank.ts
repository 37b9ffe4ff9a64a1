import { Refusal } from '../../events/refusal.ts'
import type { TreasuryBank } from './treasury-bank.ts'

const SENTENCE = 'Treasury accounts are closed: this installation is not connected to a bank.'
const refused = () => Promise.reject(new Refusal('treasury_closed', SENTENCE))

/** The bank of an installation without one: there are no account numbers, nothing comes in, and nothing is insured. */
export const closedBank: TreasuryBank = {
  name: 'none',
  simulated: false,
  closed: SENTENCE,
  openAccount: refused,
  addressOf: refused,
  maskedAddressOf: refused,
  endAccount: refused,
  receiptsSince: async (cursor) => ({ receipts: [], cursor }),
}
