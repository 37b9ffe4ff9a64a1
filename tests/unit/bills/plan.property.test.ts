import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { legCents } from '../../../events/bills/events.ts'
import { planPayment, split } from '../../../events/bills/plan.ts'

const capacity = fc.bigInt(0n, 100_000n)
const pools = fc
  .array(fc.record({ dividends: capacity, gains: capacity }), { maxLength: 8 })
  .map((list) => list.map((one, i) => ({ poolId: `00000000-0000-4000-8000-00000000000${i}`, ...one })))

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

describe('a split', () => {
  it('sums up exactly, stays within each capacity, and is within a cent of its share', () =>
    fc.assert(
      fc.property(fc.array(capacity, { maxLength: 10 }), fc.nat(1_000_000), (capacities, part) => {
        const total = sumOf(capacities)
        const cents = (total * BigInt(part)) / 1_000_000n
        const parts = split(
          cents,
          capacities.map((one, i) => ({ id: String(i), capacity: one })),
        )
        expect(sumOf([...parts.values()])).toBe(cents)
        capacities.forEach((one, i) => {
          const given = parts.get(String(i)) ?? 0n
          expect(given >= 0n && given <= one).toBe(true)
          if (total > 0n) expect((given * total - cents * one) ** 2n < total ** 2n).toBe(true)
        })
      }),
    ))

  it('hands the odd cents to the largest remainders, ties by id', () => {
    const thirds = ['c', 'a', 'b'].map((id) => ({ id, capacity: 10n }))
    expect(Object.fromEntries(split(10n, thirds))).toEqual({ a: 4n, b: 3n, c: 3n })
    expect(() => split(31n, thirds)).toThrow(RangeError)
  })
})

describe('the plan of a payment', () => {
  it('pays in full or not at all: dividends, then gains, then the wallet, and says what is missing', () =>
    fc.assert(
      fc.property(
        fc.bigInt(1n, 500_000n),
        pools,
        fc.option(capacity, { nil: null }),
        (amount, given, wallet) => {
          const plan = planPayment(amount, given, wallet)
          const dividends = sumOf(given.map((one) => one.dividends))
          const gains = sumOf(given.map((one) => one.gains))
          const all = dividends + gains + (wallet ?? 0n)
          if (!plan.covered) {
            expect(plan.missing).toBe(amount - all)
            expect(plan.missing > 0n).toBe(true)
            return
          }
          expect(all >= amount).toBe(true)
          expect(sumOf(plan.legs.map(legCents))).toBe(amount)
          let fromDividends = 0n
          let fromGains = 0n
          for (const leg of plan.legs) {
            expect(legCents(leg) > 0n).toBe(true)
            if (leg.source === 'wallet') continue
            const own = given.find(({ poolId }) => poolId === leg.poolId)
            expect(BigInt(leg.dividends) <= (own?.dividends ?? 0n)).toBe(true)
            expect(BigInt(leg.gains) <= (own?.gains ?? 0n)).toBe(true)
            fromDividends += BigInt(leg.dividends)
            fromGains += BigInt(leg.gains)
          }
          // A source is used only when all earlier ones are exhausted.
          if (fromGains > 0n) expect(fromDividends).toBe(dividends)
          if (fromDividends + fromGains < amount) expect(fromGains).toBe(gains)
          // The wallet is the last source.
          expect(plan.legs.slice(0, -1).every(({ source }) => source === 'pool')).toBe(true)
          expect(planPayment(amount, given.toReversed(), wallet)).toEqual(plan)
        },
      ),
    ))
})
