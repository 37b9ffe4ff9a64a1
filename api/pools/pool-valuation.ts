import type { BaseLogger } from 'pino'
import { newId, type Clock } from '../../events/ids.ts'
import type { Market } from './market.ts'
import type { PoolStreams } from './pool-streams.ts'
import { createAttempts } from '../processes/attempts.ts'
import { POOLS_AT_ONCE_MAX, POOLS_MAX, valuePools, type PoolToValue } from './valuation.ts'
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
}): Recurring => {
  const attempts = createAttempts({ name: 'pool valuation', log })
  const limits = { limit: POOLS_MAX, atOnceMax: POOLS_AT_ONCE_MAX }
  return recurring({
    name: 'pool valuation',
    everyMs: EVERY_MS,
    wokenBy: ['pools'],
    log,
    attempts,
    round: async () => {
      const correlationId = newId()
      for (;;) {
        const { tried, failed, againMs, position } = await valuePools({
          toValue,
          pools,
          market,
          run: async (due, value) => attempts.run(await due(attempts.waiting()), limits, value),
          clock,
          correlationId,
        })
        if (tried > failed) log.info({ pools: tried - failed }, 'Valued pools')
        if (tried === 0 || !(await caughtUp(position)) || tried < POOLS_MAX) return againMs
      }
    },
  })
}
