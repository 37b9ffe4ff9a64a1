import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDayEnds } from '../../../events/audit/day-ends.ts'

/** The day ends that must be kept when days up to `through` will not be queried again. */
const remembered = (ends: readonly (readonly [number, bigint])[], through: number) => {
  const last = ends.findLastIndex(([day]) => day <= through)
  return last > 0 ? ends.slice(last) : ends
}

const step = fc.record({
  wallet: fc.nat(4),
  days: fc.nat(3),
  cents: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  forget: fc.option(fc.nat(6), { freq: 2 }),
})

describe('what wallets held at the end of each day', () => {
  it('is remembered for every day that was not forgotten, as a list for each wallet would', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
        const ends = createDayEnds()
        const model = new Map<number, readonly (readonly [number, bigint])[]>()
        let today = 20_000
        for (const { wallet, days, cents, forget } of steps) {
          today += days
          ends.record(wallet, today, cents)
          const before = model.get(wallet) ?? []
          const known = [...before.filter(([day]) => day !== today), [today, cents] as const]
          const kept = forget === null ? known : remembered(known, today - forget)
          if (forget !== null) ends.forget(wallet, today - forget)
          model.set(wallet, kept)
          expect(ends.firstDay(wallet)).toBe(kept[0]?.[0])
          for (let day = today - 12; day <= today; day += 1)
            expect(ends.at(wallet, day)).toBe(kept.findLast((end) => end[0] <= day)?.[1] ?? 0n)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is nothing before the first', () => {
    const ends = createDayEnds()
    expect(ends.firstDay(3)).toBeNull()
    expect(ends.at(3, 20_000)).toBe(0n)
    ends.forget(3, 20_000)
    expect(ends.firstDay(3)).toBeNull()
  })
})
