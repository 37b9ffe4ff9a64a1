import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardFeeCents, isRoutingNumber } from '../../../api/contract/deposits.ts'
import { TEST_BANK_ACCOUNTS, TEST_CARDS } from '../../../api/contract/test-instruments.ts'
import { failureSentence } from '../../../api/deposits/failures.ts'

describe('the card fee', () => {
  it.each([
    [100, 33],
    [10_000, 320],
    [500_000, 14_530],
    // 2.9 % of the next three amounts: 14.5, 43.5 and 29.493 cents.
    [500, 45],
    [1_500, 74],
    [1_017, 59],
  ])('of %d cents is %d cents: halves round up', (amount, fee) => {
    expect(cardFeeCents(amount)).toBe(fee)
  })

  it('is the exact 2.9 % rounded half up, plus 30 cents, for every amount', () => {
    for (let amount = 100; amount <= 500_000; amount += 1) {
      const exact = (BigInt(amount) * 29n * 2n + 1_000n) / 2_000n + 30n
      if (BigInt(cardFeeCents(amount)) !== exact) throw new Error(`${amount}: ${cardFeeCents(amount)}`)
    }
  })
})

describe('a routing number', () => {
  it.each(['110000000', '021000021', '011401533', '322271627'])('%s is one', (text) => {
    expect(isRoutingNumber(text)).toBe(true)
  })
  it.each(['', '110000001', '021000012', '11000000', '1100000000', '990000002', '130000006', ' 10000000'])(
    '%j is none',
    (text) => {
      expect(isRoutingNumber(text)).toBe(false)
    },
  )
  it('with one digit wrong is none, wherever it is', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('110000000', '021000021', '322271627'),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 9 }),
        (text, place, by) => {
          const digit = (Number(text[place]) + by) % 10
          expect(isRoutingNumber(`${text.slice(0, place)}${digit}${text.slice(place + 1)}`)).toBe(false)
        },
      ),
    )
  })
})

describe('a failure', () => {
  it('has a sentence, also with a code that nobody has heard of', () => {
    expect(failureSentence('expired_card', 'failed')).toBe('Your card has expired.')
    expect(failureSentence('R99', 'failed')).toMatch(/did not go through/)
    expect(failureSentence('constructor', 'returned')).toBe('The payment was taken back.')
  })
})

describe('test instruments', () => {
  it('are published once each, and have valid numbers', () => {
    const luhn = (digits: string) =>
      Array.from(digits, Number)
        .toReversed()
        .reduce((sum, digit, index) => sum + (index % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0) %
      10
    for (const { number } of TEST_CARDS) expect({ number, luhn: luhn(number) }).toEqual({ number, luhn: 0 })
    for (const { routing_number } of TEST_BANK_ACCOUNTS) expect(isRoutingNumber(routing_number)).toBe(true)
    expect(new Set(TEST_BANK_ACCOUNTS.map(({ account_number }) => account_number)).size).toBe(
      TEST_BANK_ACCOUNTS.length,
    )
  })
})
