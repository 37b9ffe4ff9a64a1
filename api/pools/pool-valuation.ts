import type { BaseLogger } from 'pino'
import { newId, type Clock } from '../../events/ids.ts'
import type { Market } from './market.ts'
import type { PoolStreams } from './pool-streams.ts'
import { POOLS_MAX, valuePools, type PoolToValue } from './valuation.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 1_000

/** Values open pools once a day. Any number of workers may run it at once. */
export const startPoolValuation = ({
  toValue,
  caughtUp,
  pools,
  market,
  clock,
  log,
}: {
  toValue: (today: string, limit: number) => Promise<readonly PoolToValue[]>
  /** Waits until the read model reaches a ledger position; false when it does not in time. */
  caughtUp: (position: bigint) => Promise<boolean>
  pools: Pick<PoolStreams, 'revalue'>
  market: Pick<Market, 'quotes'>
  clock: Clock
  log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'pool valuation',
    everyMs: EVERY_MS,
    wokenBy: ['pools'],
    log,
    round: async () => {
      const correlationId = newId()
      for (;;) {
        const { count, position } = await valuePools({ toValue, pools, market, clock, correlationId })
        if (count === 0) return
        log.info({ pools: count }, 'Valued pools')
        if (!(await caughtUp(position)) || count < POOLS_MAX) return
      }
    },
  })
