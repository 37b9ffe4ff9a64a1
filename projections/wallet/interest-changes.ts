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
const usdChange = ({ event, moves }: WalletFact): bigint | null => {
  const move = moves.find(({ account }) => account === 'USD')
  // An amount of nothing has no journal entry: a day's interest, or a fee that alone was taken back.
  return move?.minor ?? ('amount' in event.data && event.data.amount.currency === 'USD' ? 0n : null)
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
