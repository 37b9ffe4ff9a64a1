import { noBalances, type Currency } from '../../events/money.ts'
import { takesBack } from '../../events/wallet/taken-back.ts'
import type { WalletFact } from '../wallet-facts.ts'

/** What all events of a batch change in one wallet. */
export interface WalletChange {
  readonly memberId: string
  /** When the wallet was opened, if in this batch. */
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
  /** Taken back of deposits in this batch, in cents. */
  takenBackMinor: bigint
  /** Set when the treasury account is opened in this batch. */
  treasuryAccountId: string | null
  /** Set when auto-pay is allowed or forbidden to use the wallet in this batch. */
  billsFromWallet: boolean | null
  /** Position of the newest event. */
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
  takenBackMinor: 0n,
  treasuryAccountId: null,
  billsFromWallet: null,
  position: 0n,
})

const apply = (change: WalletChange, { event, at, moves }: WalletFact): void => {
  for (const { account, minor } of moves) {
    if (account === 'YUT staked') change.stakedMinor += minor
    else change.balances[account] += minor
    if (account === 'USD' && takesBack(event)) change.takenBackMinor -= minor
  }
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others move money at most
  switch (event.type) {
    case 'WalletOpened':
      change.openedAt = at
      change.status = 'open'
      return
    case 'WalletClosed':
      change.status = 'closed'
      return
    case 'TreasuryAccountOpened':
      change.treasuryAccountId = event.data.accountId
      return
    case 'InterestPaid':
      change.interestMinor += BigInt(event.data.amount.minor)
      return
    case 'RewardsClaimed':
      change.rewardsMinor += BigInt(event.data.amount.minor)
      return
    case 'BillsFromWalletSet':
      change.billsFromWallet = event.data.allowed
      return
    default:
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
