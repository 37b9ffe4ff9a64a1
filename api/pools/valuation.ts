import { dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { Quote } from '../../events/pools/holding.ts'
import type { Fund } from '../../events/pools/pool.ts'
import { forEachBounded } from '../processes/bounded.ts'
import type { Market } from './market.ts'
import type { PoolStreams } from './pool-streams.ts'

/** An open pool that is not valued for today yet. */
export interface PoolToValue {
  readonly poolId: string
  readonly fund: Fund
  /** UTC day of its last valuation. */
  readonly valuedOn: string
}

export const POOLS_MAX = 500
const AT_ONCE_MAX = 50

/**
 * Values open pools for every day that has begun, each day once, with its dividends; includes days on which no worker
 * was running. Returns the number of pools (at most {@link POOLS_MAX}) and the newest position.
 */
export const valuePools = async ({
  toValue,
  pools,
  market,
  clock,
  correlationId,
}: {
  /** One query, whatever the number of pools. */
  readonly toValue: (today: string, limit: number) => Promise<readonly PoolToValue[]>
  readonly pools: Pick<PoolStreams, 'revalue'>
  readonly market: Pick<Market, 'quotes'>
  readonly clock: Clock
  readonly correlationId: string
}): Promise<{ readonly count: number; readonly position: bigint }> => {
  const today = dayOf(clock().toISOString())
  const due = await toValue(today, POOLS_MAX)
  // Pools of a fund with the same last valuation need the same prices.
  const quotesByFund = new Map<string, Promise<readonly Quote[]>>()
  const quotesFor = ({ fund, valuedOn }: PoolToValue): Promise<readonly Quote[]> => {
    const key = `${fund.poolType} ${fund.risk} ${valuedOn}`
    const known = quotesByFund.get(key) ?? market.quotes(fund, valuedOn, today)
    quotesByFund.set(key, known)
    return known
  }
  let position = 0n
  await forEachBounded(due, AT_ONCE_MAX, async (one) => {
    const handled = await pools.revalue(one.poolId, await quotesFor(one), {
      actor: 'system',
      correlationId,
      causationId: correlationId,
    })
    if (handled.position > position) position = handled.position
  })
  return { count: due.length, position }
}
