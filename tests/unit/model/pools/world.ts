import { closePool, contribute, createPool, withdraw } from '../../../../api/pools/commands.ts'
import type { PoolsArea } from '../../../../api/pools/context.ts'
import type { Market } from '../../../../api/pools/market.ts'
import { createMovements } from '../../../../api/pools/movements.ts'
import { finishMovement, startPoolMovements } from '../../../../api/pools/pool-movements.ts'
import { createPoolStreams, type PoolStreams } from '../../../../api/pools/pool-streams.ts'
import { startPoolValuation } from '../../../../api/pools/pool-valuation.ts'
import { newId } from '../../../../events/ids.ts'
import type { PoolTransfer } from '../../../../projections/pool-transfers/table.ts'
import { NO_SNAPSHOTS } from '../../../support/no-snapshots.ts'
import { answering, NO_WORDS, type Core, type Part } from '../core.ts'
import type { PoolIntent, PoolProcess } from './intents.ts'

export const startPools = (
  core: Core,
  market: Market,
): Part<PoolIntent, PoolProcess> & { readonly pools: PoolStreams } => {
  const { store, clock, log, views, wallets, recorded } = core
  const pools = createPoolStreams({ store, snapshots: NO_SNAPSHOTS, market, clock })
  const movements = createMovements({ store, wallets, pools, clock, onUnfinished: () => {} })
  const transfers = () => views().money.transfers()
  const area: PoolsArea = {
    pool: answering({
      read_pool_paid_into: ([poolId]) =>
        transfers().filter((one) => one.kind === 'contribution' && one.poolId === poolId),
    }),
    clock,
    messageKeys: { encrypt: async () => NO_WORDS, decrypt: async () => null },
    // The answers then come without the pool, which is read for people only.
    waitFor: async () => false,
    pools,
    movements,
    market,
  }

  return {
    pools,
    take: async (intent, repeated) => {
      const { member: memberId } = intent
      if (intent.do === 'set pool') {
        const changeId = newId()
        await pools.execute(
          intent.poolId,
          { type: 'changeSettings', memberId, changeId, autoPay: intent.autoPay, target: undefined },
          { actor: memberId, correlationId: changeId, causationId: changeId },
        )
        return 'done'
      }
      const attempt = { memberId, idempotencyKey: intent.key, repeated }
      switch (intent.do) {
        case 'open pool': {
          const { body } = await createPool(area, attempt, {
            pool_name: 'Pool',
            pool_type: intent.poolType,
            risk_profile: 'moderate',
            initial_investment_cents: Number(intent.cents),
            target_monthly_yield_cents: 0,
            auto_bill_payment_enabled: intent.autoPay,
          })
          return body.status
        }
        case 'contribute':
          return (await contribute(area, attempt, intent.poolId, intent.cents)).body.status
        case 'withdraw': {
          const { body } = await withdraw(area, attempt, intent.poolId, intent.cents)
          return `${body.status} ${body.amount_cents}`
        }
        case 'close pool': {
          const { body } = await closePool(area, attempt, intent.poolId)
          return `${body.status} ${body.amount_cents}`
        }
      }
    },
    processes: {
      'move pool money': () =>
        startPoolMovements({
          unfinished: async (before) => transfers().filter(({ sentAt }) => sentAt < before.toISOString()),
          finish: recorded((transfer: PoolTransfer) => finishMovement(movements, transfer)),
          clock,
          log,
        }),
      'value pools': () =>
        startPoolValuation({
          toValue: (today, limit) => views().money.toValue(today, limit),
          caughtUp: async () => true,
          pools: { revalue: recorded((...given) => pools.revalue(...given)) },
          market,
          clock,
          log,
        }),
    },
  }
}
