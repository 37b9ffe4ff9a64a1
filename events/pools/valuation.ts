import { addDays } from '../calendar.ts'
import { holdingFields } from './decide-sale.ts'
import type { PoolEvent } from './events.ts'
import { receiveDividend, value as valueAt, valueCents, type Holding, type Quote } from './holding.ts'
import type { Fund, KnownPool } from './pool.ts'

/** Prices up to today, oldest first; those of days that the pool is valued for already are skipped. */
export interface Priced {
  /** The current day in UTC. */
  readonly today: string
  readonly quotes: readonly Quote[]
}

/** The pool has not been valued up to today, and the prices that came with the command do not reach back far enough. */
export class PoolBehind extends Error {
  override name = 'PoolBehind'
  readonly code = 'pool_behind'
  /** Its fund, and the last day it has been valued for; null for a pool that is still to be created. */
  readonly fund: Fund
  readonly valuedOn: string | null
  constructor(fund: Fund, valuedOn: string | null) {
    super(`The pool is valued up to ${valuedOn ?? 'no day'}`)
    this.fund = fund
    this.valuedOn = valuedOn
  }
}

const text = (amount: bigint): string => amount.toString()
const cents = (minor: bigint) => ({ currency: 'USD' as const, minor: text(minor) })

/**
 * Values a pool day by day, and adds the dividends on its units.
 * @throws {PoolBehind} a day is missing
 */
export const revalue = (
  pool: KnownPool,
  quotes: readonly Quote[],
): { events: PoolEvent[]; holding: Holding } => {
  const ids = { poolId: pool.poolId, memberId: pool.memberId }
  const events: PoolEvent[] = []
  let { holding } = pool
  const growing = (next: Holding) => ({
    change: cents(valueCents(next) - valueCents(holding)),
    growth: text(next.growth),
    ...holdingFields(next),
  })
  for (const quote of quotes) {
    if (quote.day <= holding.day) continue
    if (quote.day !== addDays(holding.day, 1)) throw new PoolBehind(pool.fund, pool.holding.day)
    const { day, price, dividend } = quote
    const valued = valueAt(holding, quote)
    events.push({ type: 'PoolValued', data: { ...ids, day, price: text(price), ...growing(valued) } })
    holding = valued
    if (dividend === 0n || holding.units === 0n) continue
    const { holding: received, amount } = receiveDividend(holding, dividend)
    events.push({
      type: 'DividendReceived',
      data: { ...ids, day, perUnit: text(dividend), amount: text(amount), ...growing(received) },
    })
    holding = received
  }
  return { events, holding }
}

/** Values the pool up to today. @throws {PoolBehind} a price is missing */
export const revalueToToday = (pool: KnownPool, { today: day, quotes }: Priced) => {
  const revalued = revalue(pool, quotes)
  if (revalued.holding.day < day) throw new PoolBehind(pool.fund, pool.holding.day)
  return revalued
}
