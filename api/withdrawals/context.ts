import type { WaitFor } from '../http/reading.ts'
import type { Ledger } from '../wallet/ledger.ts'
import type { Platform } from '../platform.ts'
import type { AccountSightings } from './account-sightings.ts'
import type { SavedAccounts } from './bank-accounts.ts'
import type { FormerWithdrawals } from './former-withdrawals.ts'
import type { MayWithdraw } from './may-withdraw.ts'
import type { Fees } from './options.ts'
import type { PayingBank } from './paying-bank.ts'
import type { Reviews } from './reviews.ts'
import type { Withdrawals } from './withdrawals.ts'

/** Dependencies of the routes of withdrawals. */
export interface WithdrawalArea extends Pick<Platform, 'pool' | 'clock'>, Pick<Ledger, 'store' | 'wallets'> {
  readonly bank: PayingBank
  readonly accounts: SavedAccounts
  readonly sightings: AccountSightings
  readonly withdrawals: Withdrawals
  readonly reviews: Reviews
  readonly formerWithdrawals: FormerWithdrawals
  readonly mayWithdraw: MayWithdraw
  readonly fees: Fees
  /** For so long a withdrawal can be cancelled, ms. */
  readonly cancelMs: number
  readonly waitFor: WaitFor
}
