import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { WalletArea } from '../wallet/context.ts'
import type { TreasuryBank } from '../wallet/treasury-bank.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { BankAccounts } from './bank-accounts.ts'
import type { Deposits } from './deposits.ts'
import type { Inbox } from './inbox.ts'
import type { PaymentProcessor, SandboxProcessor } from './processor.ts'
import type { ReversibleOrder } from './reversible.ts'

/** What the calls of the payments area work with. */
export interface DepositsArea {
  readonly pool: Pool
  readonly store: Pick<EventStore, 'head'>
  readonly clock: Clock
  readonly wallets: Wallets
  readonly bank: TreasuryBank
  readonly waitFor: WalletArea['waitFor']
  readonly processor: PaymentProcessor
  /** The processor again where it is the sandbox, for what only a sandbox can do. */
  readonly sandbox: SandboxProcessor | null
  readonly deposits: Deposits
  readonly bankAccounts: BankAccounts
  readonly inbox: Inbox
  /** Makes room for a bank transfer; see reversible.ts. */
  readonly reserveReversible: (order: ReversibleOrder) => Promise<void>
}
