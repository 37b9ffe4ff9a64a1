import { poolEvents } from '../../events/pools/events.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import type { Projection } from '../projection.ts'
import { insert, set, update } from '../statements.ts'
import { poolTransferChanges } from './changes.ts'
import { poolTransfer } from './table.ts'

const add = insert(poolTransfer)
const isOpen = `known.status = 'processing'`
const end = update(poolTransfer, { status: set }, { where: isOpen })
const endSale = update(
  poolTransfer,
  { status: set },
  { name: 'pool_sale_end', where: isOpen, touches: 'any' },
)

/** Money between wallets and pools, and whether it has arrived: table `pool_transfer`. */
export const poolTransfersProjection: Projection = {
  name: 'pool transfers',
  version: 2,
  follows: (streamId) => walletEvents.isStream(streamId) || poolEvents.isStream(streamId),
  apply: (batch) => {
    const { sent, ended, salesEnded } = poolTransferChanges(batch)
    return [...add(sent), ...end(ended), ...endSale(salesEnded)]
  },
}
