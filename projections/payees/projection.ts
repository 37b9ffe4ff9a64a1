import { walletEvents } from '../../events/wallet/events.ts'
import type { Projection } from '../projection.ts'
import { add, upsert } from '../statements.ts'
import type { RowOf } from '../table.ts'
import { walletFacts, type WalletFact } from '../wallet-facts.ts'
import { payee } from './table.ts'

type Payee = RowOf<typeof payee.columns>

/** How many transfers of a sender to a recipient a batch adds, less those that came back; none where that is none. */
export const payeeChanges = (facts: readonly WalletFact[]): readonly Payee[] => {
  const payees = new Map<string, Payee>()
  for (const { event } of facts) {
    if (event.type !== 'TransferSent' && event.type !== 'TransferReturned') continue
    const { from: senderId, to: recipientId } = event.data
    const key = `${senderId} ${recipientId}`
    const before = payees.get(key)?.transfers ?? 0n
    const transfers = before + (event.type === 'TransferSent' ? 1n : -1n)
    payees.set(key, { senderId, recipientId, transfers })
  }
  return [...payees.values()].filter(({ transfers }) => transfers !== 0n)
}

const addPayees = upsert(payee, { transfers: add })

/** Who has paid whom: table `payee`. */
export const payeesProjection: Projection = {
  name: 'payees',
  version: 1,
  follows: walletEvents.isStream,
  apply: (batch) => addPayees(payeeChanges(walletFacts(batch))),
}
