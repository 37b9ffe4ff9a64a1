import { dayOf } from '../../events/calendar.ts'
import type { WalletFact } from '../wallet-facts.ts'

/** What a batch changes in a wallet's dollars and what of it earns interest; days are UTC, `yyyy-mm-dd`. */
export interface InterestChange {
  readonly memberId: string
  /** Of the newest event. */
  day: string
  /** Net change in cents. */
  minor: bigint
  /** The newest day that was paid for in this batch. */
  paidThrough: string | null
  /** The day before its first event: it ended with what there was before the batch. */
  readonly firstThrough: string
  /** Days that ended between two events of the batch, and what had come in by then: cents, a decimal string. */
  readonly ended: { readonly through: string; readonly minor: string }[]
}

const dayBefore = (day: string): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) - 1).toISOString())

/** Change of the dollars in cents; null for an event that leaves them and what is paid for alone. */
const usdChange = ({ event }: WalletFact): bigint | null => {
  switch (event.type) {
    case 'DepositCredited':
    case 'DepositGivenBack':
    case 'DebtHandedOver':
    case 'TransferReceived':
    case 'TransferReturned':
    case 'PoolContributionReturned':
    case 'PoolProceedsReceived':
      return event.data.amount.currency === 'USD' ? BigInt(event.data.amount.minor) : null
    case 'DepositReversed':
    case 'DepositTakenBack':
    case 'DebtTakenOver':
    case 'TransferSent':
    case 'PoolContributionSent':
    case 'BillPaidFromWallet':
      return event.data.amount.currency === 'USD' ? -BigInt(event.data.amount.minor) : null
    case 'InterestPaid':
      return BigInt(event.data.amount.minor)
    case 'WalletOpened':
    case 'TreasuryAccountOpened':
    case 'YutGranted':
    case 'YutStaked':
    case 'YutUnstaked':
    case 'RewardsClaimed':
    case 'StakeLocked':
    case 'StakeReleased':
    case 'BillPaymentDeclined':
    case 'BillsFromWalletSet':
    case 'DailyLimitSet':
    case 'WalletClosed':
      return null
    default:
      return event satisfies never
  }
}

/** Nets a batch to one change per wallet whose dollars it touches, by member, keeping what each day ended with. */
export const interestChanges = (facts: readonly WalletFact[]): ReadonlyMap<string, InterestChange> => {
  const changes = new Map<string, InterestChange>()
  for (const fact of facts) {
    const { event, memberId } = fact
    const day = dayOf(fact.at)
    const minor = usdChange(fact)
    if (minor === null) continue
    let change = changes.get(memberId)
    if (!change) {
      change = {
        memberId,
        day,
        minor: 0n,
        paidThrough: null,
        firstThrough: dayBefore(day),
        ended: [],
      }
      changes.set(memberId, change)
    } else if (day > change.day) {
      change.ended.push({ through: dayBefore(day), minor: change.minor.toString() })
      change.day = day
    }
    change.minor += minor
    if (event.type === 'InterestPaid') change.paidThrough = event.data.day
  }
  return changes
}
