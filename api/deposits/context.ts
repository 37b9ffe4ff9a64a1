import type { WalletArea } from '../wallet/context.ts'
import type { BankAccounts } from './bank-accounts.ts'
import type { Deposits } from './deposits.ts'
import type { Inbox } from './inbox.ts'
import type { PaymentProcessor, SandboxProcessor } from './processor.ts'
import type { ReversibleOrder } from './reversible.ts'

/** What the calls of the payments area work with. */
export interface DepositsArea extends Pick<
  WalletArea,
  'pool' | 'store' | 'clock' | 'wallets' | 'bank' | 'waitFor'
> {
  readonly processor: PaymentProcessor
  /** The processor again where it is the sandbox, for what only a sandbox can do. */
  readonly sandbox: SandboxProcessor | null
  readonly deposits: Deposits
  readonly bankAccounts: BankAccounts
  readonly inbox: Inbox
  /** Makes room for a bank transfer; see reversible.ts. */
  readonly reserveReversible: (order: ReversibleOrder) => Promise<void>
}
