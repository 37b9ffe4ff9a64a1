import { happenedAt } from '../../events/happened-at.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import {
  parseWalletEvent,
  walletStream,
  type WalletEvent,
  type WalletEventOf,
} from '../../events/wallet/events.ts'

/** A wallet event that an earlier try of the same intent made. */
export interface DoneBefore<Event extends WalletEvent> {
  readonly event: Event
  /** ISO time. */
  readonly at: string
  readonly position: bigint
}

/** Looks for an event in a member's wallet, from its end; null when it is not there. */
export const doneBefore = async <Type extends WalletEvent['type']>(
  store: EventStore,
  memberId: string,
  eventId: string,
  isOfType: (event: WalletEvent) => event is WalletEventOf<Type>,
): Promise<DoneBefore<WalletEventOf<Type>> | null> => {
  for await (const recorded of store.readStream(walletStream(memberId), { direction: 'backwards' })) {
    if (recorded.id !== eventId) continue
    const event = parseWalletEvent(recorded)
    if (isOfType(event)) return { event, at: happenedAt(recorded), position: recorded.position }
    throw new Error(`Event ${eventId} is a ${event.type}`)
  }
  return null
}
