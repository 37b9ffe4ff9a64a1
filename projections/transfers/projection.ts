import { walletEvents } from '../../events/wallet/events.ts'
import type { Projection } from '../projection.ts'
import { add, insert, set, update, upsert } from '../statements.ts'
import { walletFacts } from '../wallet-facts.ts'
import { transferChanges } from './changes.ts'
import { payee, transfer } from './tables.ts'

const send = insert(transfer)
const end = update(
  transfer,
  { status: set, completedAt: set, position: set },
  { where: `known.status = 'processing'` },
)
const addPayees = upsert(payee, { transfers: add })

/** Every transfer with its state, and who has paid whom. */
export const transfersProjection: Projection = {
  name: 'transfers',
  version: 1,
  follows: walletEvents.isStream,
  apply: (batch) => {
    const { sent, ended, payees } = transferChanges(walletFacts(batch))
    return [
      ...send(
        sent.map(({ end: ending, ...one }) => ({
          ...one,
          status: ending?.status ?? 'processing',
          completedAt: ending?.at ?? null,
          position: ending?.position ?? one.sentPosition,
        })),
      ),
      ...end(ended.map(({ at: completedAt, ...one }) => ({ ...one, completedAt }))),
      ...addPayees(payees),
    ]
  },
}
