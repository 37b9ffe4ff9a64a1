import { dollars } from '../../../../api/contract/money.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountProblem, centsOf, dollarsOf, stepped } from '../../../../web/pages/pools/action/amounts.ts'
import { axisTicks } from '../../../../web/ui/axis-ticks.ts'
import { directionOf, gainOf, percentText, progressOf } from '../../../../web/pages/pools/figures.ts'

describe('the gain of a pool', () => {
  it.each([
    [158_233, 150_000, 8_233, '+5.48%'],
    [48_211, 50_000, -1_789, '-3.57%'],
    [10_000, 10_000, 0, '0.00%'],
    // 0 % if nothing was invested.
    [1_234, 0, 1_234, '0.00%'],
    [100_001, 100_000, 1, '0.00%'],
    [99_999, 100_000, -1, '0.00%'],
  ])('value %d on %d invested is %d, %s', (value, invested, cents, percent) => {
    const gain = gainOf({ current_value_cents: value, total_invested_cents: invested })
    expect(gain.cents).toBe(cents)
    expect(percentText(gain.basisPoints)).toBe(percent)
  })
})

describe('progress towards a target', () => {
  it.each([
    [250, 500, 0.5],
    [500, 500, 1],
    // Capped at 100 %.
    [1_700, 500, 1],
    [-120, 500, 0],
    [300, 0, 0],
  ])('%d of %d is %d', (reached, target, share) => expect(progressOf(reached, target)).toBe(share))
})

describe('cents of a typed amount', () => {
  it.each([
    ['100', 10_000],
    ['$1,234.50', 123_450],
    ['.5', 50],
    ['0', 0],
    // Rounded to the nearest cent, half up.
    ['100.004', 10_000],
    ['100.005', 10_001],
    ['99.995', 10_000],
    ['99.9949999', 9_999],
    ['', null],
    ['-5', null],
    ['1e3', null],
    ['12,34', 1_234],
    ['1,2,3', null],
  ])('%s is %s', (typed, cents) => expect(centsOf(typed)).toBe(cents))

  it('come back from what is shown to be edited', () => {
    fc.assert(
      fc.property(fc.nat({ max: 100_000_000 }), (cents) => {
        expect(centsOf(dollarsOf(cents))).toBe(cents)
      }),
    )
  })
})

describe('a step', () => {
  it.each([
    ['100', 1, '200'],
    ['100', -1, '100'],
    ['250', 1, '300'],
    ['250', -1, '200'],
    ['199.99', 1, '200'],
    ['nonsense', 1, '100'],
    ['20', -1, '100'],
  ] as const)('from %s by %d hundred leads to %s', (typed, by, to) =>
    expect(stepped(typed, by, 10_000, 10_000)).toBe(to),
  )

  it.each([
    ['5', 1, '10'],
    ['5', -1, '0'],
    ['0', -1, '0'],
    ['', 1, '0'],
  ] as const)('of a target from %s by %d leads to %s', (typed, by, to) =>
    expect(stepped(typed, by, 500, 0)).toBe(to),
  )
})

describe('a typed amount', () => {
  it.each([
    ['initial', '99.99', null, 'The initial investment must be between $100 and $1,000,000.'],
    ['initial', '100', null, null],
    ['initial', '1000000.01', null, 'The initial investment must be between $100 and $1,000,000.'],
    ['initial', 'ten', null, 'Enter an amount such as 12.34.'],
    ['target', '', null, null],
    ['target', '0', null, null],
    ['add', '0.99', null, 'The contribution must be between $1 and $1,000,000.'],
    ['add', '10', 999, 'Insufficient USD balance'],
    ['add', '10', 1_000, null],
    ['add', '10', null, null],
    ['withdraw', '0', 500, 'The withdrawal must be between $0.01 and $1,000,000.'],
    ['withdraw', '5.01', 500, 'There is only $5.00 in this pool.'],
    ['withdraw', '5', 500, null],
  ] as const)('to %s of "%s" with %s: %s', (of, typed, have, problem) =>
    expect(amountProblem(of, typed, have)).toBe(problem),
  )
})

describe('the marks of an axis', () => {
  it.each([
    [
      [150_000, 161_000],
      [150_000, 155_000, 160_000, 165_000],
    ],
    [
      [10_000, 10_000],
      [10_000, 10_100],
    ],
    [
      [0, 999],
      [0, 500, 1_000],
    ],
    [
      [9_950, 10_120],
      [9_900, 10_000, 10_100, 10_200],
    ],
  ])('around %j are %j', (cents, ticks) => expect(axisTicks(cents, 100)).toEqual(ticks))

  it('enclose every amount and are few', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 100_000_000 }), { minLength: 1, maxLength: 20 }), (cents) => {
        const ticks = axisTicks(cents, 100)
        expect(ticks.at(0)).toBeLessThanOrEqual(Math.min(...cents))
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...cents))
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })
})

describe('words for amounts', () => {
  it('are dollars with cents, coloured by their direction', () => {
    expect(dollars(123_456)).toBe('$1,234.56')
    expect(dollars(-5)).toBe('-$0.05')
    expect([1, 0, -1].map(directionOf)).toEqual(['credit', undefined, 'debit'])
  })
})
