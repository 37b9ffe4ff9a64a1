import type { Cases } from '../cases/cases.ts'
import type { WalletOverview } from '../contract/wallet.ts'
import type { ClosingAccounts } from '../identity/closing-accounts.ts'
import type { Members } from '../identity/members.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { WaitFor } from '../http/reading.ts'
import type { Earning } from './earning.ts'
import type { TreasuryBank } from './treasury-bank.ts'
import type { Ledger } from './ledger.ts'
import type { Platform } from '../platform.ts'

/** Dependencies of the routes of the wallet area. */
export interface WalletArea
  extends
    Pick<Platform, 'pool' | 'clock' | 'blocks'>,
    Pick<Ledger, 'store' | 'wallets' | 'transfers' | 'unverifiedCents'> {
  readonly members: Pick<Members, 'find' | 'byIds'>
  readonly messageKeys: Pick<MessageKeys, 'encrypt' | 'decrypt'>
  readonly bank: TreasuryBank
  readonly earning: Earning
  readonly closingAccounts: Pick<ClosingAccounts, 'isClosing'>
  /** What members report of their movements. */
  readonly cases: Cases
  /** A member's newest deposits, newest first. */
  readonly recentDeposits: (memberId: string) => Promise<WalletOverview['deposits']>
  readonly waitFor: WaitFor
}
