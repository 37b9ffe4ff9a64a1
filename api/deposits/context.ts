import type { Counter } from 'prom-client'
import type { WalletArea } from '../wallet/context.ts'
import type { BankAccounts } from './bank-accounts.ts'
import type { Deposits } from './deposits.ts'
import type { Inbox } from './inbox.ts'
import type { PaymentProcessor, SandboxProcessor } from './processor.ts'
import type { ReversibleOrder } from './reversible.ts'
import type { Validations } from './validations.ts'

/** Dependencies of the routes of deposits. */
export interface DepositsArea extends Pick<
  WalletArea,
  'pool' | 'store' | 'clock' | 'wallets' | 'bank' | 'waitFor'
> {
  readonly processor: PaymentProcessor
  /** The same processor if it is the sandbox, for what only a sandbox can do; else null. */
  readonly sandbox: SandboxProcessor | null
  readonly deposits: Deposits
  readonly bankAccounts: BankAccounts
  readonly validations: Validations
  /** Counts webhooks by provider and outcome. */
  readonly webhooks: Counter<'provider' | 'outcome'>
  readonly inbox: Inbox
  /** Reserves room below the limits for a deposit; see reversible.ts. */
  readonly reserveReversible: (order: ReversibleOrder) => Promise<'reserved' | 'source_full'>
  /** When the hold of a card payment ends at the latest; null when it is not held. */
  readonly heldUntil: (depositId: string) => Promise<Date | null>
}
