import type { Fill, Quote } from '../../../../events/pools/holding.ts'
import type { PoolType } from '../../../../events/pool-terms.ts'
import { addDays } from '../../../../events/calendar.ts'
import { MarketUnavailable, type Market, type MarketOrder } from '../../../../api/pools/market.ts'
import type { Fault } from '../../../support/memory-store.ts'

const DAY_MS = 86_400_000
/** Grains in a cent. */
const CENT = 1_000_000_000_000n

/** A unit of $88 to $112, rising by a cent a day and jumping between days; bonds pay dividends twice a month. */
export const quoteOn = (poolType: PoolType, day: string): Quote => {
  const n = BigInt(Date.parse(day) / DAY_MS)
  const of = BigInt(poolType.length)
  const price = 88_000_000n + (n - 20_454n) * 10_000n + ((n * 7_919n * of) % 2_401n) * 10_000n
  const paysToday = poolType === 'bonds' && (day.endsWith('-01') || day.endsWith('-15'))
  return { day, price, dividend: paysToday ? 400_123n : 0n }
}

const paid = new Map<string, bigint>()

/** Dividends on a unit after one day and until another, inclusive; remembered, because it is asked for all the time. */
export const dividendsBetween = (poolType: PoolType, after: string, through: string): bigint => {
  const key = `${poolType} ${after} ${through}`
  let sum = paid.get(key)
  if (sum !== undefined) return sum
  sum = 0n
  for (let day = addDays(after, 1); day <= through; day = addDays(day, 1))
    sum += quoteOn(poolType, day).dividend
  paid.set(key, sum)
  return sum
}

/** Orders worth less are refused, in cents. */
export const CENTS_MIN = 100n

/** Whether a sale is worth less than the market takes. */
export const isBelowMinimum = (order: MarketOrder): boolean =>
  order.side === 'sell' && order.units * quoteOn(order.fund.poolType, order.day).price < CENTS_MIN * CENT

/** What becomes of an order, always the same: a worse price than the day's, or nothing for some odd amounts. */
export const fillOf = (order: MarketOrder): Fill | null => {
  const { price: fair } = quoteOn(order.fund.poolType, order.day)
  if (order.side === 'buy') {
    if (order.cents % 23n === 7n) return null
    const price = (fair * 1_002n) / 1_000n + 1n
    const units = (order.cents * CENT) / price
    return { units, price, rest: units % 7n }
  }
  if (order.units % 4n === 1n || isBelowMinimum(order)) return null
  return { units: order.units, price: (fair * 995n) / 1_000n, rest: order.units % 7n }
}

/** In millionths; more than a sale loses. */
export const SLIPPAGE = 10_000n

/**
 * A market that fills orders at once; while it fails, it may be out of reach, and takes up to two more looks at an
 * order to fill it.
 */
export const createMarket = (faultOf: () => Fault) => {
  const placed = new Map<string, { readonly order: MarketOrder; looks: number }>()
  /** 10^-8 units by order. */
  const filled = new Map<string, bigint>()
  const waited = { looks: 0 }

  const trade: Market['trade'] = async (order) => {
    const fault = faultOf()
    if (fault === 'unavailable' || fault === 'request_lost') throw new MarketUnavailable('It is closed')
    const known = placed.get(order.orderId)
    const own = known ?? { order, looks: fault === 'stored_late' ? 2 : 0 }
    placed.set(order.orderId, own)
    const isSame =
      own.order.side === 'buy'
        ? order.side === 'buy' && own.order.cents === order.cents
        : order.side === 'sell' && own.order.units === order.units
    if (!isSame) throw new Error(`Order ${order.orderId} is placed again as another one`)
    if (fault === 'answer_lost') throw new MarketUnavailable('Its answer was lost')
    if (own.looks > 0) {
      own.looks -= 1
      waited.looks += 1
      return { state: 'working' }
    }
    const fill = fillOf(own.order)
    if (fill) filled.set(order.orderId, fill.units)
    if (fill) return { state: 'filled', fill }
    return { state: 'refused', reason: isBelowMinimum(own.order) ? 'below_minimum' : 'rejected' }
  }

  const market: Market = {
    title: 'Market of the model',
    simulated: true,
    closed: null,
    slippage: SLIPPAGE,
    orderCentsMin: CENTS_MIN,
    quotes: async ({ poolType }, after, through) => {
      if (faultOf() === 'unavailable') throw new MarketUnavailable('It has no prices')
      const quotes: Quote[] = []
      for (let day = addDays(after, 1); day <= through; day = addDays(day, 1))
        quotes.push(quoteOn(poolType, day))
      return quotes
    },
    trade,
    broker: null,
    expectedAnnualReturn: () => 0n,
  }
  /** `waited`: how often an order was not filled yet. */
  return { market, filled: filled as ReadonlyMap<string, bigint>, waited: () => waited.looks }
}
