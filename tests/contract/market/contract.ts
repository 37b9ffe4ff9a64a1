import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../../events/calendar.ts'
import { GRAINS_PER_CENT, type Fill } from '../../../events/pools/holding.ts'
import type { Fund } from '../../../events/pools/pool.ts'
import type { Market, MarketOrder, Trade } from '../../../api/pools/market.ts'

export interface MarketHarness {
  readonly market: Market
  /** Today as a UTC day; the market had a session on the day before. */
  readonly today: string
  readonly stop: () => Promise<void>
}

const FUND: Fund = { poolType: 'mixed', risk: 'moderate' }

export const filled = (trade: Trade): Fill => {
  if (trade.state !== 'filled') throw new Error(`It is ${trade.state}`)
  return trade.fill
}

/** The contract of every market. */
export const marketContract = (name: string, start: () => Promise<MarketHarness>): void => {
  describe(`a market: ${name}`, () => {
    let harness: MarketHarness
    let market: Market
    beforeAll(async () => {
      harness = await start()
      market = harness.market
    })
    afterAll(() => harness?.stop())

    const buy = (cents: bigint, orderId = randomUUID()): MarketOrder => ({
      orderId,
      fund: FUND,
      day: harness.today,
      side: 'buy',
      cents,
    })
    const sell = (units: bigint, orderId = randomUUID()): MarketOrder => ({
      orderId,
      fund: FUND,
      day: harness.today,
      side: 'sell',
      units,
    })

    it('is open and says whether it is simulated', () => {
      expect(market.closed).toBeNull()
      expect(market.title).not.toBe('')
      expect(market.simulated).toBe(/sim/i.test(market.title))
      expect(market.slippage >= 0n && market.slippage < 1_000_000n).toBe(true)
      expect(market.expectedAnnualReturn(FUND)).toBeGreaterThan(0n)
    })

    it('has one price for every day, also without a session, the same whenever it is asked', async () => {
      const { today } = harness
      const after = addDays(today, -5)
      const quotes = await market.quotes(FUND, after, today)
      expect(quotes.map(({ day }) => day)).toEqual([-4, -3, -2, -1, 0].map((days) => addDays(today, days)))
      for (const { price, dividend } of quotes) expect(price > 0n && dividend >= 0n).toBe(true)
      expect(await market.quotes(FUND, after, today)).toEqual(quotes)
      expect(await market.quotes(FUND, addDays(today, -1), today)).toEqual(quotes.slice(-1))
      expect(await market.quotes(FUND, today, today)).toEqual([])
    })

    it('buys for the cents of an order and no more, once, however often it is placed', async () => {
      const cents = 123_45n
      const order = buy(cents)
      const trades = await Promise.all([market.trade(order), market.trade(order), market.trade(order)])
      const fill = filled(trades[0])
      expect(trades).toEqual([trades[0], trades[0], trades[0]])
      expect(await market.trade(order)).toEqual(trades[0])
      const cost = fill.units * fill.price - fill.rest
      expect(cost <= cents * GRAINS_PER_CENT).toBe(true)
      // The rest is too little to buy more, except for decimals that only the market counts.
      expect(cents * GRAINS_PER_CENT - cost).toBeLessThan(2n * fill.price)
      expect(fill.rest).toBeGreaterThanOrEqual(0n)
    })

    it('sells the units of an order, all of them, at a price', async () => {
      const { units } = filled(await market.trade(buy(500_00n)))
      const order = sell(units / 3n)
      const fill = filled(await market.trade(order))
      expect(fill).toMatchObject({ units: units / 3n })
      expect(fill.price > 0n && fill.rest >= 0n && fill.rest < fill.units).toBe(true)
      expect(await market.trade(order)).toEqual({ state: 'filled', fill })
    })

    it('takes no order below its minimum: a sale is refused for good, a purchase gets nothing', async () => {
      const { orderCentsMin } = market
      expect(orderCentsMin).toBeGreaterThan(0n)
      const [quote] = await market.quotes(FUND, addDays(harness.today, -1), harness.today)
      const { price } = filled(await market.trade(buy(500_00n)))
      const dear = quote && quote.price > price ? quote.price : price
      const small = sell((orderCentsMin * GRAINS_PER_CENT) / dear / 2n)
      expect(await market.trade(small)).toEqual({ state: 'refused', reason: 'below_minimum' })
      expect(await market.trade(small)).toEqual({ state: 'refused', reason: 'below_minimum' })
      expect(filled(await market.trade(buy(orderCentsMin - 1n))).units).toBe(0n)
    })

    it('takes two orders for two, also when they are alike', async () => {
      const [one, other] = [filled(await market.trade(buy(10_00n))), filled(await market.trade(buy(10_00n)))]
      expect(one.units).toBeGreaterThan(0n)
      expect(other.units).toBe(one.units)
    })
  })
}
