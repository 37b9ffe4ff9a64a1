import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { WalletOverview } from '../contract/wallet.ts'
import type { Members } from '../identity/members.ts'
import type { MessageKeys } from '../identity/message-keys.ts'
import type { WaitFor } from '../reading.ts'
import type { Transfers } from './transfers.ts'
import type { TreasuryBank } from './treasury-bank.ts'
import type { Wallets } from './wallets.ts'

/** What the calls of the wallet area work with. */
export interface WalletArea {
  readonly pool: Pool
  readonly store: EventStore
  readonly clock: Clock
  readonly members: Pick<Members, 'find' | 'byIds'>
  readonly messageKeys: Pick<MessageKeys, 'encrypt' | 'decrypt'>
  readonly wallets: Wallets
  readonly transfers: Transfers
  readonly bank: TreasuryBank
  /** A member's newest deposits, newest first. */
  readonly recentDeposits: (memberId: string) => Promise<WalletOverview['deposits']>
  readonly waitFor: WaitFor
}
