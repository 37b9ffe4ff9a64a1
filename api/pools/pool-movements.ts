import type { PoolTransfer } from '../../projections/pool-transfers/changes.ts'
import { completing, type HalfDone } from '../processes/completing.ts'
import type { Recurring } from '../processes/recurring.ts'
import type { Movements } from './movements.ts'

/** Brings one movement to its end. */
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

/** Finishes what was sent between wallets and pools and has neither arrived nor come back. */
export const startPoolMovements = (work: HalfDone<PoolTransfer>): Recurring =>
  completing({
    name: 'pool movements',
    wokenBy: ['pool transfers'],
    report: 'Brought money between wallets and pools that had been left on its way',
    ...work,
  })
