import { happenedAt } from '../events/happened-at.ts'
import type { RecordedEvent } from '../events/store/event-store.ts'
import { walletEvents, memberOfStream, type WalletEvent } from '../events/wallet/events.ts'

/** A wallet event as projections use it. */
export interface WalletFact {
  readonly event: WalletEvent
  /** Whose wallet's stream it stands in. */
  readonly memberId: string
  readonly eventId: string
  readonly position: bigint
  /** When it happened by our clock, ISO 8601 in UTC. */
  readonly at: string
}

const parsed = new WeakMap<readonly RecordedEvent[], readonly WalletFact[]>()

/**
 * Parses a batch of wallet events, once for all projections that are handed the same array.
 * @throws {Error} naming the event that is no known wallet event
 */
export const walletFacts = (batch: readonly RecordedEvent[]): readonly WalletFact[] => {
  const known = parsed.get(batch)
  if (known) return known
  const facts = batch.map((recorded) => ({
    event: walletEvents.parse(recorded),
    memberId: memberOfStream(recorded.streamId),
    eventId: recorded.id,
    position: recorded.position,
    at: happenedAt(recorded),
  }))
  parsed.set(batch, facts)
  return facts
}
