import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../events/calendar.ts'
import { GRAINS_PER_CENT } from '../../../events/pools/holding.ts'
import { boughtFill, Exact, soldFill } from '../../../api/pools/alpaca/fills.ts'
import { createAlpacaMarket } from '../../../api/pools/alpaca/market.ts'
import { MarketUnavailable, type Market, type MarketOrder } from '../../../api/pools/market.ts'
import {
  ACCOUNT_ID,
  KEY_ID,
  SECRET_KEY,
  startAlpacaFake,
  type AlpacaFake,
} from '../../support/alpaca/fake.ts'
import { againstSpecification } from '../../support/alpaca/specification.ts'
import { filled, marketContract } from './contract.ts'

const FUND = { poolType: 'mixed', risk: 'moderate' } as const
const SYMBOL = 'AOM'
/** A Wednesday. */
const TODAY = '2026-02-04'

const marketOf = (fake: AlpacaFake, recheckMs = 0): Market =>
  createAlpacaMarket({
    keyId: KEY_ID,
    secretKey: SECRET_KEY,
    accountId: ACCOUNT_ID,
    brokerUrl: fake.url,
    dataUrl: fake.url,
    recheckMs,
  })

/** Adds the sessions of these days, each with a closing price. */
const withSessions = (fake: AlpacaFake): void => {
  const days = [
    '2026-01-26',
    '2026-01-27',
    '2026-01-28',
    '2026-01-29',
    '2026-01-30',
    '2026-02-02',
    '2026-02-03',
  ]
  for (const [i, day] of days.entries()) fake.close(day, 100 + i / 8)
}

marketContract('Alpaca', async () => {
  const fake = await startAlpacaFake(() => new Date(`${TODAY}T15:00:00Z`))
  withSessions(fake)
  fake.tradeAt('44.130723')
  return { market: marketOf(fake), today: TODAY, stop: fake.stop }
})

describe('Alpaca', () => {
  let fake: AlpacaFake
  let market: Market
  let now: string
  beforeEach(async () => {
    now = `${TODAY}T15:00:00Z`
    fake = await startAlpacaFake(() => new Date(now))
    withSessions(fake)
    market = marketOf(fake)
    return () => fake.stop()
  })
  const buy = (cents: bigint, day = TODAY, orderId: string = randomUUID()): MarketOrder => ({
    orderId,
    fund: FUND,
    day,
    side: 'buy',
    cents,
  })
  const sell = (units: bigint): MarketOrder => ({
    orderId: randomUUID(),
    fund: FUND,
    day: TODAY,
    side: 'sell',
    units,
  })

  it('values a day by the last close before it, weekends by Friday, and pays a dividend on its ex-date', async () => {
    fake.pay({ symbol: SYMBOL, rate: 0.125, exDate: '2026-02-02' })
    fake.pay({ symbol: SYMBOL, rate: 9, exDate: '2025-02-02' })
    fake.pay({ symbol: SYMBOL, rate: 0.0625, exDate: '2026-02-02' })
    fake.pay({ symbol: 'QQQ', rate: 7, exDate: '2026-02-02' })
    const quotes = await market.quotes(FUND, '2026-01-29', '2026-02-03')
    expect(quotes).toEqual([
      { day: '2026-01-30', price: 100_375_000n, dividend: 0n },
      { day: '2026-01-31', price: 100_500_000n, dividend: 0n },
      { day: '2026-02-01', price: 100_500_000n, dividend: 0n },
      // Friday's close minus the dividend, which goes to holders on Monday morning.
      { day: '2026-02-02', price: 100_312_500n, dividend: 187_500n },
      { day: '2026-02-03', price: 100_625_000n, dividend: 0n },
    ])
  })

  it('has no price while the last session has no close, nor over a split', async () => {
    fake.close('2026-02-04', 0)
    await expect(market.quotes(FUND, '2026-02-04', '2026-02-05')).rejects.toThrow(MarketUnavailable)
    fake.split(SYMBOL, '2026-02-03')
    await expect(market.quotes(FUND, '2026-02-02', '2026-02-04')).rejects.toThrow(/split/)
    expect(await market.quotes(FUND, '2026-01-30', '2026-02-02')).toHaveLength(3)
  })

  it('pays a dividend once that is listed twice, and two of one day both', async () => {
    const dividend = { symbol: SYMBOL, rate: 0.125, exDate: '2026-02-02' }
    for (const id of ['one', 'two', 'one']) fake.pay({ id, ...dividend })
    const quotes = await market.quotes(FUND, '2026-02-01', '2026-02-02')
    expect(quotes).toEqual([{ day: '2026-02-02', price: 100_250_000n, dividend: 250_000n }])
  })

  it.for([
    ['is cut in half', 50.4],
    ['is a third', 33.7],
    ['is ten times as much', 1_004],
  ] as const)('waits for the listing of a split when a price %s, for three days', async ([, close]) => {
    fake.close('2026-02-03', close)
    await expect(market.quotes(FUND, '2026-02-03', '2026-02-04')).rejects.toThrow(/as after a split/)
    await expect(market.quotes(FUND, '2026-02-03', '2026-02-05')).rejects.toThrow(/as after a split/)
    fake.close('2026-02-04', close)
    fake.close('2026-02-05', close)
    expect(await market.quotes(FUND, '2026-02-03', '2026-02-06')).toHaveLength(3)
  })

  it.for([79, 62, 118])('believes a price that only fell or rose, to %i', async (close) => {
    fake.close('2026-02-03', close)
    expect(await market.quotes(FUND, '2026-02-03', '2026-02-04')).toMatchObject([
      { price: BigInt(close) * 1_000_000n },
    ])
  })

  it('has no price after a split that is listed when its day has been valued', async () => {
    expect(await market.quotes(FUND, '2026-02-02', '2026-02-03')).toHaveLength(1)
    fake.split(SYMBOL, '2026-02-02')
    await expect(market.quotes(FUND, '2026-02-03', '2026-02-04')).rejects.toThrow(/split/)
  })

  it('says what lies in the account, and its cash', async () => {
    await market.trade(buy(50_00n))
    fake.move('TLT', '-2')
    fake.setCash('-12.345')
    expect(await market.broker?.holdings()).toEqual({
      units: new Map([
        [SYMBOL, 50000000n],
        ['TLT', -2_00000000n],
      ]),
      cashCents: -12_35n,
    })
  })

  it('leaves an order to the next session while the market is closed', async () => {
    fake.setOpen(false)
    const order = buy(50_00n)
    expect(await market.trade(order)).toEqual({ state: 'working' })
    expect(await market.trade({ ...order, day: addDays(TODAY, 1) })).toEqual({ state: 'working' })
    fake.setOpen(true)
    expect(filled(await market.trade({ ...order, day: addDays(TODAY, 1) })).units).toBe(50000000n)
    expect(fake.orders.size).toBe(1)
  })

  it('does not ask about an order that waits more often than it has to', async () => {
    const patient = marketOf(fake, 60_000)
    fake.setOpen(false)
    const order = buy(50_00n)
    await patient.trade(order)
    const asked = fake.requests.length
    expect(await patient.trade(order)).toEqual({ state: 'working' })
    expect(fake.requests).toHaveLength(asked)
  })

  it.for(['buy', 'sell'] as const)(
    'orders what a day left of a %s on the next day, and adds up to the last decimal',
    async (side) => {
      fake.tradeAt('33.333333')
      fake.fillOnly(0.4)
      const order = side === 'buy' ? buy(100_00n) : sell(3_00000001n)
      expect(await market.trade(order)).toEqual({ state: 'working' })
      fake.endOpen('expired')
      expect(await market.trade(order)).toEqual({ state: 'working' })
      expect(fake.orders.size).toBe(1)
      fake.tradeAt('34.1')
      fake.fillOnly(1)
      const fill = filled(await market.trade({ ...order, day: addDays(TODAY, 1) }))
      expect(fake.orders.size).toBe(2)
      const dollars = [...fake.orders.values()].reduce(
        (sum, one) => sum.plus(new Exact(one.filled_qty).times(one.filled_avg_price ?? 0)),
        new Exact(0),
      )
      const grains = BigInt(dollars.times('1e14').toFixed(0))
      if (side === 'buy') {
        const cost = fill.units * fill.price - fill.rest
        // The broker counts a ninth decimal of units, one more than we do, which is not charged.
        expect(grains - cost >= 0n && grains - cost <= fill.price).toBe(true)
      } else expect([fill.units, fill.units * fill.price + fill.rest]).toEqual([3_00000001n, grains])
      expect(await market.trade({ ...order, day: addDays(TODAY, 2) })).toEqual({ state: 'filled', fill })
    },
  )

  it.for([
    ['rejected', 'rejected'],
    ['canceled', 'cancelled'],
  ] as const)('refuses an order that is %s before anything of it was done', async ([status, reason]) => {
    fake.setOpen(false)
    const order = buy(50_00n)
    await market.trade(order)
    fake.endOpen(status)
    expect(await market.trade(order)).toEqual({ state: 'refused', reason })
    expect(await market.trade(order)).toEqual({ state: 'refused', reason })
    expect(fake.orders.size).toBe(1)
  })

  it('refuses an order for what cannot be traded so, and waits where the operator has to act', async () => {
    fake.failNext(404, { code: 40410000, message: 'order not found' })
    fake.failNext(422, { code: 42210000, message: 'asset AOM is not fractionable' })
    expect(await market.trade(buy(50_00n))).toEqual({ state: 'refused', reason: 'not_tradable' })
    fake.failNext(404, { code: 40410000, message: 'order not found' })
    fake.failNext(403, { code: 40310000, message: 'insufficient buying power' })
    await expect(market.trade(buy(50_00n))).rejects.toThrow(/insufficient buying power/)
    expect(fake.orders.size).toBe(0)
  })

  it('ends a sale whose rest is worth less than a dollar with what was sold', async () => {
    fake.tradeAt('33.333333')
    fake.fillOnly(0.98)
    const order = sell(50000000n)
    expect(await market.trade(order)).toEqual({ state: 'working' })
    fake.endOpen('expired')
    fake.fillOnly(1)
    const fill = filled(await market.trade({ ...order, day: addDays(TODAY, 1) }))
    expect([fill.units, fill.units * fill.price + fill.rest]).toEqual([49000000n, 1633333317000000n])
    expect(filled(await market.trade({ ...order, day: addDays(TODAY, 2) }))).toEqual(fill)
    expect(fake.orders.size).toBe(1)
  })

  it('ends an order of which nothing is filled on twenty days', async () => {
    fake.fillOnly(0)
    const order = sell(3_00000000n)
    for (let day = 0; day < 20; day += 1) {
      now = `${addDays(TODAY, day)}T15:00:00Z`
      expect(await market.trade({ ...order, day: addDays(TODAY, day) })).toEqual({ state: 'working' })
      fake.endOpen('expired')
    }
    expect(await market.trade({ ...order, day: addDays(TODAY, 20) })).toEqual({
      state: 'refused',
      reason: 'unfilled',
    })
  })

  it.for([
    [403, 'potential wash trade detected. use complex orders'],
    [422, 'potential wash trade detected. use complex orders'],
    [422, 'opposite side market/stop order exists'],
    [422, 'order conflicts with an existing one'],
    [403, 'order conflicts with an existing one'],
  ] as const)(
    "places an order when another member's of the other side has ended, which it would be refused beside (%i %s)",
    async ([status, message]) => {
      fake.refuseOppositeBy(status, message)
      fake.setOpen(false)
      const [contribution, sale] = [buy(50_00n), sell(20000000n)]
      expect(await market.trade(contribution)).toEqual({ state: 'working' })
      expect(await market.trade(sale)).toEqual({ state: 'working' })
      expect(fake.orders.size).toBe(1)
      fake.setOpen(true)
      expect(filled(await market.trade(sale)).units).toBe(20000000n)
      expect(filled(await market.trade(contribution)).units).toBe(50000000n)
      expect(fake.held(SYMBOL)).toBe('0.3')
    },
  )

  it('follows an order that somebody at the broker has replaced', async () => {
    fake.setOpen(false)
    const order = buy(50_00n)
    expect(await market.trade(order)).toEqual({ state: 'working' })
    fake.replaceOpen()
    expect(await market.trade(order)).toEqual({ state: 'working' })
    fake.replaceOpen()
    fake.setOpen(true)
    expect(filled(await market.trade(order)).units).toBe(50000000n)
    expect(fake.held(SYMBOL)).toBe('0.5')
  })

  it('keeps cents that are too few for an order as cash', async () => {
    expect(await market.trade(buy(99n))).toEqual({
      state: 'filled',
      fill: { units: 0n, price: 0n, rest: 0n },
    })
    expect(fake.orders.size).toBe(0)
  })

  it.for([true, false])(
    'finds out what became of an order whose answer was lost (taken: %s)',
    async (taken) => {
      const order = buy(80_00n)
      fake.loseNextOrder(taken)
      const first = await market.trade(order).catch((error: unknown) => error)
      if (taken) expect(first).toMatchObject({ state: 'filled' })
      else expect(first).toBeInstanceOf(MarketUnavailable)
      // Simulates a crash: another process without any memory of the order.
      expect(filled(await marketOf(fake).trade(order)).units).toBe(80000000n)
      expect(fake.orders.size).toBe(1)
      expect(fake.held(SYMBOL)).toBe('0.8')
    },
  )

  it.for([
    [429, { 'retry-after': '0' }],
    [500, {}],
    [503, {}],
  ] as const)('tries again after a while when it hears %s, a few times', async ([status, headers]) => {
    fake.failNext(status, { message: 'later' }, 2, headers)
    expect(filled(await market.trade(buy(10_00n))).units).toBe(10000000n)
    fake.failNext(status, { message: 'later' }, 3, headers)
    await expect(market.trade(buy(10_00n))).rejects.toThrow(MarketUnavailable)
    expect(fake.orders.size).toBe(1)
  })

  it('does not take a wrong key, or an answer in another form, for a refusal', async () => {
    fake.failNext(401, { code: 40110000, message: 'request is not authorized' })
    await expect(market.trade(buy(10_00n))).rejects.toThrow(MarketUnavailable)
    fake.failNext(200, { id: 7 })
    await expect(market.trade(buy(10_00n))).rejects.toThrow(MarketUnavailable)
  })
})

describe('fills in our decimals', () => {
  const amount = (whole: number, decimals: number) =>
    fc
      .bigInt(1n, 10n ** BigInt(whole + decimals))
      .map((n) => new Exact(n.toString()).div(new Exact(10).pow(decimals)))

  it('never cost a pool more than the broker took, nor bring it less than he paid, to a grain', () =>
    fc.assert(
      fc.property(amount(5, 9), amount(4, 6), fc.bigInt(0n, 500n), (quantity, price, more) => {
        const dollars = quantity.times(price)
        const cents = BigInt(dollars.times(100).toFixed(0, Exact.ROUND_UP)) + more
        const bought = boughtFill({ quantity, dollars }, cents)
        const exact = dollars.times('1e14')
        const cost = bought.units * bought.price - bought.rest
        expect(exact.plus(1).gte(cost.toString())).toBe(true)
        expect(cost <= cents * GRAINS_PER_CENT).toBe(true)
        // Less than one of our smallest unit fractions stays with the platform.
        expect(quantity.times('1e8').minus(bought.units.toString()).lt(1)).toBe(true)
        if (bought.units === 0n) return
        const sold = soldFill({ quantity, dollars }, bought.units)
        expect((sold.units * sold.price + sold.rest).toString()).toBe(exact.toFixed(0, Exact.ROUND_DOWN))
      }),
    ))
})

describe("requests against Alpaca's descriptions", () => {
  const order = { symbol: 'AOM', notional: '10.00', side: 'buy', type: 'market', time_in_force: 'day' }
  const base = `/v1/trading/accounts/${ACCOUNT_ID}`
  const post = (body: object) => ({ method: 'POST', url: `${base}/orders`, body: JSON.stringify(body) })
  it.for([
    post({ ...order, qty: '1' }),
    post({ ...order, notional: '10.001' }),
    post({ ...order, notional: undefined }),
    post({ ...order, notional: undefined, qty: '0.0000000001' }),
    post({ ...order, time_in_force: 'gtc' }),
    post({ ...order, client_order_id: 'x'.repeat(49) }),
    post({ ...order, limit: 3 }),
    { method: 'GET', url: `${base}/orders:by_client_order_id?id=1`, body: '' },
    { method: 'GET', url: '/v2/stocks/bars?symbols=AOM&timeframe=1D', body: '' },
    { method: 'GET', url: '/v1/calendar?start=yesterday', body: '' },
    { method: 'DELETE', url: `${base}/orders`, body: '' },
  ])('finds what is wrong with %j', (request) => {
    expect(againstSpecification(request)).not.toBeNull()
  })
  it('lets pass what is right', () => {
    expect(againstSpecification(post({ ...order, client_order_id: randomUUID() }))).toBeNull()
  })
})
