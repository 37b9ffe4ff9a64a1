import * as fc from 'fast-check'
import { Decimal } from 'decimal.js'
import { describe, expect, it } from 'vitest'
import {
  availableForBills,
  buy,
  cashCents,
  emptyHolding,
  exactValue,
  GRAINS_PER_CENT,
  receiveDividend,
  redeem,
  value,
  valueCents,
  withdraw,
  type Holding,
} from '../../../events/pools/holding.ts'

const Exact = Decimal.clone({ precision: 80 })

const price = fc.bigInt(1_000_000n, 400_000_000n)
const cents = fc.bigInt(1n, 5_000_000n)

type Move =
  | { readonly do: 'buy' | 'withdraw' | 'bill'; readonly cents: bigint }
  | { readonly do: 'revalue'; readonly price: bigint; readonly dividend: bigint }

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ do: fc.constantFrom('buy', 'withdraw', 'bill'), cents }),
  fc.record({
    do: fc.constant('revalue'),
    price,
    dividend: fc.oneof(fc.constant(0n), fc.bigInt(1n, 500_000n)),
  }),
)
const anyMoves = fc.tuple(price, fc.array(anyMove, { maxLength: 60 }))

const start = (first: bigint): Holding => emptyHolding({ day: '2026-01-01', price: first, dividend: 0n })

/** Buys as many units as the cents pay for. */
const boughtFor = (holding: Holding, minor: bigint): Holding =>
  buy(holding, minor, (minor * GRAINS_PER_CENT) / holding.price)

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

describe('what a pool holds', () => {
  it('changes by what is paid in or out, to the cent, in whatever order', () =>
    fc.assert(
      fc.property(anyMoves, ([first, moves]) => {
        let holding = start(first)
        for (const move of moves) {
          const before = holding
          const exact = exactValue(before)
          if (move.do === 'revalue') {
            holding = value(holding, { day: '2026-01-02', price: move.price, dividend: move.dividend })
            expect(exactValue(holding)).toBe(before.units * move.price + before.cash)
            const received = receiveDividend(holding, move.dividend)
            expect(received.amount).toBe(before.units * move.dividend)
            expect(exactValue(received.holding)).toBe(exactValue(holding) + received.amount)
            holding = received.holding
            continue
          }
          if (move.do === 'buy') {
            holding = boughtFor(holding, move.cents)
            expect(exactValue(holding)).toBe(exact + move.cents * GRAINS_PER_CENT)
            expect(valueCents(holding)).toBe(valueCents(before) + move.cents)
            expect(holding.cash - before.cash).toBeLessThan(holding.price)
            continue
          }
          const paid = least(move.cents, valueCents(before))
          const {
            holding: after,
            fromCash,
            sold,
            realised,
          } = (move.do === 'bill' ? redeem : withdraw)(before, paid)
          expect(exactValue(after)).toBe(exact - paid * GRAINS_PER_CENT)
          expect(valueCents(after)).toBe(valueCents(before) - paid)
          expect(fromCash).toBe(least(before.cash, paid * GRAINS_PER_CENT))
          expect(realised).toBe(sold * before.price - (before.cost - after.cost))
          expect(move.do === 'bill' ? after.principal : before.principal).toBe(before.principal)
          expect(after.principal).toBeLessThanOrEqual(before.principal)
          holding = after
        }
        expect(holding.units).toBeGreaterThanOrEqual(0n)
        expect(holding.cash).toBeGreaterThanOrEqual(0n)
        expect(holding.cost).toBeGreaterThanOrEqual(0n)
        const all = withdraw(holding, valueCents(holding)).holding
        expect([valueCents(all), all.principal]).toEqual([0n, 0n])
      }),
      { numRuns: 400 },
    ))

  it('refuses to pay out more than there is', () => {
    const holding = boughtFor(start(103_123_457n), 100_00n)
    expect(valueCents(holding)).toBe(100_00n)
    expect(() => redeem(holding, 100_01n)).toThrow(RangeError)
  })

  it('comes to the gain and the time-weighted return of an independent calculation', () =>
    fc.assert(
      fc.property(anyMoves, ([first, moves]) => {
        let holding = start(first)
        // The expected values, in plain rational arithmetic; `index` is the value of one dollar invested at the start.
        let index = new Exact(1)
        let units = new Exact(0)
        let cash = new Exact(0)
        let cost = new Exact(0)
        let last = new Exact(first.toString()).div(1e6)
        let income = new Exact(0)
        let realised = new Exact(0)
        let paidIn = new Exact(0)
        let gained = 0n
        let received = 0n
        for (const move of moves) {
          const worth = units.times(last).plus(cash)
          if (move.do === 'revalue') {
            last = new Exact(move.price.toString()).div(1e6)
            const dividend = units.times(move.dividend.toString()).div(1e6)
            income = income.plus(dividend)
            cash = cash.plus(dividend)
            if (worth.gt(0)) index = index.times(units.times(last).plus(cash)).div(worth)
            holding = value(holding, { day: '2026-01-02', price: move.price, dividend: move.dividend })
            const paid = receiveDividend(holding, move.dividend)
            received += paid.amount
            holding = paid.holding
            continue
          }
          if (move.do === 'buy') {
            const dollars = new Exact(move.cents.toString()).div(100)
            const bought = dollars.div(last).toDecimalPlaces(8, Decimal.ROUND_DOWN)
            units = units.plus(bought)
            cash = cash.plus(dollars).minus(bought.times(last))
            cost = cost.plus(bought.times(last))
            paidIn = paidIn.plus(dollars)
            holding = boughtFor(holding, move.cents)
            continue
          }
          const paid = least(move.cents, valueCents(holding))
          if (paid === 0n) continue
          const dollars = new Exact(paid.toString()).div(100)
          const fromCash = Decimal.min(cash, dollars)
          const sold = dollars.minus(fromCash).div(last).toDecimalPlaces(8, Decimal.ROUND_UP)
          const costSold = units.isZero() ? new Exact(0) : cost.times(sold).div(units)
          cash = cash.minus(fromCash).plus(sold.times(last)).minus(dollars.minus(fromCash))
          realised = realised.plus(sold.times(last)).minus(costSold)
          cost = cost.minus(costSold)
          units = units.minus(sold)
          paidIn = paidIn.minus(dollars)
          const redemption = (move.do === 'bill' ? redeem : withdraw)(holding, paid)
          gained += redemption.realised
          holding = redemption.holding
        }
        const near = (got: bigint, scale: string, expected: Decimal, within: string) =>
          expect(new Exact(got.toString()).div(scale).minus(expected).abs().lte(within)).toBe(true)
        near(holding.units, '1e8', units, '0')
        near(holding.cash, '1e14', cash, '0')
        // Average costs are rounded down to 10^-14 dollars at each sale.
        near(holding.cost, '1e14', cost, '1e-10')
        near(gained, '1e14', realised, '1e-10')
        near(received, '1e14', income, '0')
        expect(
          new Exact(holding.growth.toString())
            .div('1e18')
            .minus(index)
            .abs()
            .lte(index.plus(1).times('1e-12')),
        ).toBe(true)
        // Gain (value plus payouts minus contributions) equals earnings.
        const gain = units.times(last).plus(cash).minus(paidIn)
        const earned = realised.plus(income).plus(units.times(last).minus(cost))
        expect(gain.minus(earned).abs().lte('1e-40')).toBe(true)
        near(exactValue(holding), '1e14', paidIn.plus(earned), '1e-40')
      }),
      { numRuns: 400 },
    ))

  it('gives dividend cash to bills, then gains, and never the principal', () => {
    const full = boughtFor(start(100_000_000n), 1_000_00n)
    expect(availableForBills(full, 0n)).toEqual({ dividends: 0n, gains: 0n })
    const up = value(full, { day: '2026-01-02', price: 101_000_000n, dividend: 0n })
    expect(availableForBills(up, 0n)).toEqual({ dividends: 0n, gains: 10_00n })
    const paid = receiveDividend(up, 250_000n).holding
    expect([cashCents(paid), availableForBills(paid, 0n)]).toEqual([
      2_50n,
      { dividends: 2_50n, gains: 10_00n },
    ])
    const after = redeem(paid, 12_50n).holding
    expect([after.principal, valueCents(after)]).toEqual([1_000_00n, 1_000_00n])
    expect(availableForBills(after, 0n)).toEqual({ dividends: 0n, gains: 0n })
    const down = value(after, { day: '2026-01-03', price: 90_000_000n, dividend: 0n })
    expect(availableForBills(down, 0n)).toEqual({ dividends: 0n, gains: 0n })
  })
})
