import { noBalances, type AmountJson, type Currency } from '../../events/money.ts'
import type { WalletFact } from '../wallet-facts.ts'

/** What a batch changes in one wallet, all of its events taken together. */
export interface WalletChange {
  readonly memberId: string
  /** Set when the wallet begins in this batch: when it was opened. */
  openedAt: string | null
  /** The new status, null when it stays. */
  status: 'open' | 'closed' | null
  /** Net change in minor units. */
  readonly balances: Record<Currency, bigint>
  /** Net change of the stake, in millionths of a YUT. */
  stakedMinor: bigint
  /** Earned in this batch: interest in cents, rewards in millionths of a YUT. */
  interestMinor: bigint
  rewardsMinor: bigint
  /** Set when the treasury account is opened in this batch. */
  treasuryAccountId: string | null
  /** Set when auto-pay is allowed or forbidden to use the wallet in this batch. */
  billsFromWallet: boolean | null
  /** Of the newest event. */
  position: bigint
}

const unchanged = (memberId: string): WalletChange => ({
  memberId,
  openedAt: null,
  status: null,
  balances: noBalances(),
  stakedMinor: 0n,
  interestMinor: 0n,
  rewardsMinor: 0n,
  treasuryAccountId: null,
  billsFromWallet: null,
  position: 0n,
})

const credit = (change: WalletChange, { currency, minor }: AmountJson): void => {
  change.balances[currency] += BigInt(minor)
}
const debit = (change: WalletChange, { currency, minor }: AmountJson): void => {
  change.balances[currency] -= BigInt(minor)
}

const apply = (change: WalletChange, { event, at }: WalletFact): void => {
  switch (event.type) {
    case 'WalletOpened':
      change.openedAt = at
      change.status = 'open'
      return
    case 'TreasuryAccountOpened':
      change.treasuryAccountId = event.data.accountId
      return
    case 'DepositCredited':
    case 'DepositGivenBack':
    case 'DebtHandedOver':
    case 'TransferReceived':
    case 'TransferReturned':
    case 'YutGranted':
    case 'PoolContributionReturned':
    case 'PoolProceedsReceived':
      return credit(change, event.data.amount)
    case 'DepositReversed':
    case 'DepositTakenBack':
    case 'DebtTakenOver':
    case 'TransferSent':
    case 'PoolContributionSent':
    case 'BillPaidFromWallet':
      return debit(change, event.data.amount)
    case 'InterestPaid':
      change.interestMinor += BigInt(event.data.amount.minor)
      return credit(change, event.data.amount)
    case 'RewardsClaimed':
      change.rewardsMinor += BigInt(event.data.amount.minor)
      return credit(change, event.data.amount)
    case 'YutStaked':
      change.stakedMinor += BigInt(event.data.amount.minor)
      return debit(change, event.data.amount)
    case 'YutUnstaked':
      change.stakedMinor -= BigInt(event.data.amount.minor)
      return credit(change, event.data.amount)
    case 'StakeLocked':
    case 'StakeReleased':
    case 'BillPaymentDeclined':
    case 'DailyLimitSet':
      return
    case 'BillsFromWalletSet':
      change.billsFromWallet = event.data.allowed
      return
    case 'WalletClosed':
      change.status = 'closed'
      return
    default:
      return event satisfies never
  }
}

/**
 * Nets a batch to one change per wallet.
 * @throws {Error} when a wallet is opened after other events of its own
 */
export const walletChanges = (facts: readonly WalletFact[]): readonly WalletChange[] => {
  const changes = new Map<string, WalletChange>()
  for (const fact of facts) {
    let change = changes.get(fact.memberId)
    if (!change) {
      change = unchanged(fact.memberId)
      changes.set(fact.memberId, change)
    } else if (fact.event.type === 'WalletOpened') {
      throw new Error(`Event ${fact.eventId} opens a wallet that has events already`)
    }
    apply(change, fact)
    change.position = fact.position
  }
  return [...changes.values()]
}
