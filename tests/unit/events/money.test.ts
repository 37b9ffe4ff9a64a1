import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_MINOR_MAX, CURRENCIES, formatMinor, parseAmount } from '../../../events/money.ts'

const currency = fc.constantFrom(...CURRENCIES)

describe('parseAmount', () => {
  it('reads back what formatMinor writes, for every amount', () =>
    fc.assert(
      fc.property(currency, fc.bigInt(0n, AMOUNT_MINOR_MAX), (of, minor) => {
        expect(parseAmount(of, formatMinor(of, minor))).toEqual({ ok: true, money: { currency: of, minor } })
      }),
    ))
  it.each(['', ' 1', '-1', '+1', '1e3', '1e400', '.5', '5.', '01', '1,000', '0x10', 'NaN', 'Infinity', '１'])(
    'refuses %j',
    (text) => expect(parseAmount('USD', text)).toEqual({ ok: false, fault: 'not_a_number' }),
  )
  it('refuses more decimals than the currency has', () => {
    expect(parseAmount('USD', '1.001')).toEqual({ ok: false, fault: 'too_many_decimals' })
    expect(parseAmount('YUT', '1.000001')).toMatchObject({ ok: true })
    expect(parseAmount('YUT', '1.0000001')).toEqual({ ok: false, fault: 'too_many_decimals' })
  })
  it('refuses what no wallet could hold', () =>
    expect(parseAmount('YUT', '999999999999999')).toEqual({ ok: false, fault: 'too_large' }))
})

describe('formatMinor', () => {
  it.each([
    ['USD', 0n, '0.00'],
    ['USD', 5n, '0.05'],
    ['USD', -123n, '-1.23'],
    ['YUT', 1n, '0.000001'],
  ] as const)('%s %s is %s', (of, minor, text) => expect(formatMinor(of, minor)).toBe(text))
})
