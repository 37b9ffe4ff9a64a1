import { dayOf } from '../../events/calendar.ts'
import type { WalletFact } from '../wallet-facts.ts'

/** What a batch changes in a wallet's USD balance and in its interest; days are UTC, `yyyy-mm-dd`. */
export interface InterestChange {
  readonly memberId: string
  /** Day of the newest event. */
  day: string
  /** Net change in cents. */
  minor: bigint
  /** The newest day that was paid for in this batch. */
  paidThrough: string | null
  /** The day before its first event, which ended with the balance before the batch. */
  readonly firstThrough: string
  /** Days that ended between two events of the batch, and the net change up to then: cents, a decimal string. */
  readonly ended: { readonly through: string; readonly minor: string }[]
}

const dayBefore = (day: string): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) - 1).toISOString())

/** Change of the USD balance in cents; null for an event without an amount in USD. */
const usdChange = ({ event, moves }: WalletFact): bigint | null => {
  const move = moves.find(({ account }) => account === 'USD')
  // A zero amount has no journal entry: interest below a cent, or a claim that took only from the fee.
  return move?.minor ?? ('amount' in event.data && event.data.amount.currency === 'USD' ? 0n : null)
}

/** Nets a batch to one change per wallet with USD events, by member, with the net change at the end of each day. */
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
