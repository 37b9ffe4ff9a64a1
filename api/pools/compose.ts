import { unfinishedPoolTransfers } from '../../projections/pool-transfers/queries.ts'
import { poolsToValue, sumsOfFunds } from '../../projections/pools/queries.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { unfinishedBacklog } from '../processes/backlog.ts'
import { CATCH_UP_MS } from '../http/reading.ts'
import { brokerGauges, startBrokerReconciliation } from './broker-reconciliation.ts'
import { poolObstacles } from './closing-account.ts'
import { ORDER_WAITS_MS, type Market } from './market.ts'
import { createMovements, type Movements } from './movements.ts'
import { finishMovement, startPoolMovements } from './pool-movements.ts'
import { createPoolStreams, type PoolStreams } from './pool-streams.ts'
import { startPoolValuation } from './pool-valuation.ts'
import { registerPools } from './routes.ts'

/** Composes investment pools: routes, movements between them and wallets, and valuation. */
export const composePools = (
  platform: Pick<Platform, 'pool' | 'ledger' | 'clock' | 'log' | 'messageKeys' | 'waitFor'>,
  { market }: { readonly market: Market },
): Area & { readonly pools: PoolStreams; readonly movements: Movements } => {
  const { pool, ledger, clock, log, waitFor } = platform
  const { store, wallets } = ledger
  const pools = createPoolStreams({ store, snapshots: ledger.snapshots, market, clock })
  const movements = createMovements({
    store,
    wallets,
    pools,
    clock,
    onUnfinished: (id, error) =>
      log.warn({ err: error, movementId: id }, 'Money is on its way; the pool process will deliver it'),
  })
  const { title, broker } = market
  const unfinished = (before: Date, limit: number) => unfinishedPoolTransfers(pool, before, limit)
  return {
    ...EMPTY_AREA,
    name: 'pools',
    backlogs: [unfinishedBacklog('pool movements', { unfinished, clock }, ORDER_WAITS_MS)],
    obstacles: (memberId) => poolObstacles(pool, memberId),
    settle: { never: 'a pool owes its member, not the other way round; it is closed before the account' },
    pools,
    movements,
    metrics: brokerGauges({ pool, market: title, clock }),
    register: (api) => registerPools(api, { ...platform, pools, movements, market }),
    processes: () => [
      startPoolMovements({
        unfinished,
        finish: (transfer) => finishMovement(movements, transfer),
        clock,
        log,
      }),
      ...(market.closed === null
        ? [
            startPoolValuation({
              toValue: (today, limit) => poolsToValue(pool, today, limit),
              caughtUp: (position) => waitFor(position, CATCH_UP_MS, ['pools']),
              pools,
              market,
              clock,
              log,
            }),
          ]
        : []),
      ...(broker === null
        ? []
        : [
            startBrokerReconciliation({
              pool,
              market: title,
              broker,
              sumsOfFunds: () => sumsOfFunds(pool),
              clock,
              log,
            }),
          ]),
    ],
  }
}
