import { newId } from '../../../events/ids.ts'
import { toAmountJson, usd } from '../../../events/money.ts'
import type { EventStore, NewEvent } from '../../../events/store/event-store.ts'
import { walletEvents, type WalletEvent } from '../../../events/wallet/events.ts'

const recorded = (event: WalletEvent): NewEvent => ({
  id: walletEvents.idOf(event),
  type: event.type,
  data: event.data,
  metadata: {
    schemaVersion: walletEvents.version,
    actor: 'system',
    correlationId: newId(),
    causationId: newId(),
    at: new Date().toISOString(),
  },
})

/** Opens a member's wallet with a treasury account and a deposit of `cents`: ordinary events. */
export const fundWallet = async (store: EventStore, memberId: string, cents: bigint): Promise<void> => {
  const events: WalletEvent[] = [
    { type: 'WalletOpened', data: { memberId } },
    { type: 'TreasuryAccountOpened', data: { memberId, accountId: `bench-${memberId}` } },
    {
      type: 'DepositCredited',
      data: { memberId, depositId: newId(), source: 'bank', amount: toAmountJson(usd(cents)) },
    },
  ]
  await store.append(walletEvents.streamOf(memberId), 'no_stream', events.map(recorded))
}
