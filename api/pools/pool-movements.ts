import type { PoolTransfer } from '../../projections/pool-transfers/table.ts'
import { completing } from '../processes/completing.ts'
import type { Movements } from './movements.ts'

/** Finishes one movement. */
export const finishMovement = (
  movements: Pick<Movements, 'deliverContribution' | 'sell' | 'deliverProceeds'>,
  { id, kind, proceedsId, memberId, poolId, minor: amount, opens, sentPosition: position }: PoolTransfer,
): Promise<unknown> => {
  switch (kind) {
    case 'contribution':
      return movements.deliverContribution({ contributionId: id, memberId, poolId, amount, opens, position })
    case 'sale':
      return movements.sell({ proceedsId: proceedsId ?? id, memberId, poolId, amount, position })
    case 'proceeds':
      return movements.deliverProceeds({ proceedsId: id, memberId, poolId, amount, position })
  }
}

/** Finishes movements between wallets and pools that have neither arrived nor returned. */
export const startPoolMovements = completing<PoolTransfer>({
  name: 'pool movements',
  wokenBy: ['pool transfers'],
  report: 'Brought money between wallets and pools that had been left on its way',
})
