import { dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { Quote } from '../../events/pools/holding.ts'
import type { Fund } from '../../events/pools/pool.ts'
import type { Tried } from '../processes/attempts.ts'
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
export const POOLS_AT_ONCE_MAX = 50

/**
 * Values open pools for every day that has begun, each day once, with its dividends; includes days on which no worker
 * was running. At most {@link POOLS_MAX} pools; also returns the newest position.
 */
export const valuePools = async ({
  toValue,
  pools,
  market,
  run,
  clock,
  correlationId,
}: {
  /** One query, whatever the number of pools. */
  readonly toValue: (today: string, limit: number) => Promise<readonly PoolToValue[]>
  readonly pools: Pick<PoolStreams, 'revalue'>
  readonly market: Pick<Market, 'quotes'>
  /** Values each pool that is due; a fund without a price keeps no other fund's pools waiting. */
  readonly run: (
    pools: (alsoListed: number) => Promise<readonly PoolToValue[]>,
    value: (pool: PoolToValue) => Promise<void>,
  ) => Promise<Tried>
  readonly clock: Clock
  readonly correlationId: string
}): Promise<Tried & { readonly position: bigint }> => {
  const today = dayOf(clock().toISOString())
  // Pools of a fund with the same last valuation need the same prices.
  const quotesByFund = new Map<string, Promise<readonly Quote[]>>()
  const quotesFor = ({ fund, valuedOn }: PoolToValue): Promise<readonly Quote[]> => {
    const key = `${fund.poolType} ${fund.risk} ${valuedOn}`
    const known = quotesByFund.get(key) ?? market.quotes(fund, valuedOn, today)
    quotesByFund.set(key, known)
    return known
  }
  let position = 0n
  const value = async (one: PoolToValue): Promise<void> => {
    const handled = await pools.revalue(one.poolId, await quotesFor(one), {
      actor: 'system',
      correlationId,
      causationId: correlationId,
    })
    if (handled.position > position) position = handled.position
  }
  const tried = await run((alsoListed) => toValue(today, POOLS_MAX + alsoListed), value)
  return { ...tried, position }
}
