import { isInFlightAccount, isMemberAccount } from '../../../events/accounts.ts'
import { postings } from '../../../events/postings.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import { walletEvents } from '../../../events/wallet/events.ts'

/** Totals of the log after a position. Amounts in cents. */
export interface Books {
  /** How much more we owe to all members. */
  readonly owedMinor: bigint
  /** Money that has left a wallet and not arrived. */
  readonly inFlightMinor: bigint
  /** How often each transfer was sent, and received or returned. */
  readonly sent: ReadonlyMap<string, number>
  readonly arrived: ReadonlyMap<string, number>
}

const count = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1)

/** Reads every event after a position and posts it. */
export const readBooks = async (store: Pick<EventStore, 'readAll'>, after = 0n): Promise<Books> => {
  let owedMinor = 0n
  let inFlightMinor = 0n
  const sent = new Map<string, number>()
  const arrived = new Map<string, number>()
  for await (const stored of store.readAll({ after })) {
    if (!walletEvents.isStream(stored.streamId)) continue
    const event = walletEvents.parse(stored)
    for (const { account, minor } of postings(event)) {
      // Liabilities are negative.
      if (isMemberAccount(account)) owedMinor -= minor
      if (isInFlightAccount(account)) inFlightMinor -= minor
    }
    if (event.type === 'TransferSent') count(sent, event.data.transferId)
    if (event.type === 'TransferReceived' || event.type === 'TransferReturned')
      count(arrived, event.data.transferId)
  }
  return { owedMinor, inFlightMinor, sent, arrived }
}
