import { memberAccount, stakeAccount } from '../events/accounts.ts'
import { happenedAt } from '../events/happened-at.ts'
import { postings } from '../events/postings.ts'
import type { RecordedEvent } from '../events/store/event-store.ts'
import { walletEvents, memberOfStream, type WalletEvent } from '../events/wallet/events.ts'
import type { DayAccount } from './daily/table.ts'

/** A wallet event as projections use it. */
export interface WalletFact {
  readonly event: WalletEvent
  /** The owner of the wallet whose stream contains it. */
  readonly memberId: string
  readonly eventId: string
  readonly position: bigint
  /** When it happened by our clock, ISO 8601 in UTC. */
  readonly at: string
  /** Its movements in the wallet, from its journal entry, in minor units: incoming is positive. */
  readonly moves: readonly { readonly account: DayAccount; readonly minor: bigint }[]
}

const movesOf = (event: WalletEvent, memberId: string): WalletFact['moves'] => {
  const moves: WalletFact['moves'][number][] = []
  // A member's account is a liability: what they get is a credit.
  for (const { account, currency, minor } of postings(event)) {
    if (account === memberAccount(memberId, currency)) moves.push({ account: currency, minor: -minor })
    else if (account === stakeAccount(memberId)) moves.push({ account: 'YUT staked', minor: -minor })
  }
  return moves
}

const parsed = new WeakMap<readonly RecordedEvent[], readonly WalletFact[]>()

/**
 * Parses a batch of wallet events, once for all projections that get the same array.
 * @throws {Error} naming the event that is no known wallet event
 */
export const walletFacts = (batch: readonly RecordedEvent[]): readonly WalletFact[] => {
  const known = parsed.get(batch)
  if (known) return known
  const facts = batch.map((recorded) => {
    const event = walletEvents.parse(recorded)
    const memberId = memberOfStream(recorded.streamId)
    const { id: eventId, position } = recorded
    return { event, memberId, eventId, position, at: happenedAt(recorded), moves: movesOf(event, memberId) }
  })
  parsed.set(batch, facts)
  return facts
}
