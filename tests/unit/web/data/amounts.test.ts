import * as fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  compactYut,
  compareAmounts,
  draftAmount,
  equivalentOf,
  isPositive,
  minorOf,
  plainAmount,
  sumOf,
  typedAmount,
} from '../../../../web/data/amounts.ts'
import { formatMoney } from '../../../../web/texts/money.ts'
import { number } from '../../../../web/texts/numbers.ts'
import { setLanguage } from '../../../../web/texts/texts.ts'

describe('what a member types', () => {
  it.each([
    ['25', '25'],
    [' 25.00 ', '25.00'],
    ['$1,234.50', '1234.50'],
    ['.5', '0.5'],
    ['7.', '7'],
    ['007', '7'],
    ['0', '0'],
    ['1,23', '1.23'],
    ['12,50', '12.50'],
    ['12,5', '12.5'],
    ['12,', '12'],
    [',50', '0.50'],
    ['0,500', '0.500'],
    ['1234,567', '1234.567'],
    ['1,234', '1234'],
    ['12,345', '12345'],
    ['1,234,567.8', '1234567.8'],
    ['1.234,50', '1234.50'],
    ['1.234.567', '1234567'],
    ['1 234,50', '1234.50'],
    ['1’234.50', '1234.50'],
    ['5.000', '5.000'],
    ['1,2,3', '1,2,3'],
    ['1,234,5', '1,234,5'],
    ['12,34.5', '12,34.5'],
    ['0,123.4', '0,123.4'],
    [',', ','],
    ['\u200E12.50\u200F', '12.50'],
    ['\u2066$1,234.50\u2069', '1234.50'],
    ['12\u200B.\u206050', '12.50'],
    ['\uFEFF12,50\u00A0$', '12.50'],
    ['1\u202F234,50', '1234.50'],
    ['1e5', '1e5'],
    ['-5', '-5'],
    ['', ''],
  ])('%j is %j', (typed, plain) => expect(plainAmount(typed)).toBe(plain))

  describe('in German', () => {
    afterEach(() => setLanguage('en', 'en-US', {}))

    it.each([
      ['12,34', '12.34'],
      ['1,234', '1.2340'],
      ['1.234,50', '1234.50'],
      ['1.234.567', '1234567'],
      ['1.234.567,8', '1234567.8'],
      [',5', '0.5'],
      ['7,', '7'],
      ['12,34 $', '12.34'],
      ['12.34', '12.34'],
      ['0.125', '0.125'],
      ['1,234.50', '1234.50'],
      ['1,234,567', '1234567'],
      ['12.34,5', '12.34,5'],
      ['1,2,3', '1,2,3'],
      ['1 234,50', '1234.50'],
      ['1’234.50', '1234.50'],
      ["1'234'567", '1234567'],
      ['1 2345', '1 2345'],
    ])('%j is %j, wherever it is spoken', (typed, plain) => {
      for (const locale of ['de-DE', 'de-AT', 'de-CH']) {
        setLanguage('de', locale, {})
        expect(plainAmount(typed)).toBe(plain)
      }
    })

    it('is no amount where it may be a thousand times as much', () => {
      setLanguage('de', 'de-DE', {})
      expect(minorOf(plainAmount('5.000'), 'USD')).toBeNull()
      expect(plainAmount(plainAmount('5.000'))).toBe(plainAmount('5.000'))
      setLanguage('de', 'de-CH', {})
      expect(plainAmount('5.000')).toBe('5.000')
    })

    it.each(['de-DE', 'de-CH', 'en-US', 'en-DE', 'en-ZA'])(
      'what %s types by itself it can read again',
      (locale) => {
        setLanguage(locale.slice(0, 2) === 'de' ? 'de' : 'en', locale, {})
        fc.assert(
          fc.property(fc.nat(9_999_999), fc.integer({ min: 1, max: 6 }), (units, decimals) => {
            const plain = `${units}.${'7'.repeat(decimals)}`
            expect(compareAmounts(plainAmount(typedAmount(plain)), plain)).toBe(0)
          }),
        )
      },
    )

    it('in English a comma is between thousands wherever it is read, and shown there', () => {
      for (const locale of ['en-US', 'en-DE', 'en-ZA']) {
        setLanguage('en', locale, {})
        expect([number('1500.5'), formatMoney('1500.5', 'YUT'), plainAmount('1,500.50')]).toEqual([
          '1,500.5',
          '1,500.50 YUT',
          '1500.50',
        ])
      }
    })

    it.each(['en-US', 'en-DE', 'de-DE', 'de-CH'])(
      'what is plain already is never read differently: %s',
      (locale) => {
        setLanguage(locale.slice(0, 2) === 'de' ? 'de' : 'en', locale, {})
        fc.assert(
          fc.property(fc.stringMatching(/^[\d.,$ ]{0,12}$/), (typed) => {
            const plain = plainAmount(typed)
            if (/^\d+(?:\.\d+)?$/.test(plain)) expect(plainAmount(plain)).toBe(plain)
          }),
        )
      },
    )
  })

  describe('and finds again in a form', () => {
    afterEach(() => setLanguage('en', 'en-US', {}))

    it.each([
      ['de-DE', '12.50', '12,50'],
      ['de-DE', '1.500', '1.500'],
      ['de-DE', '1.234,5', '1.234,5'],
      ['de-CH', '12.50', '12.50'],
      ['en-US', '12.50', '12.50'],
    ])('%s: %s shows as %s', (locale, amount, shown) => {
      setLanguage(locale === 'en-US' ? 'en' : 'de', locale, {})
      expect(draftAmount(amount)).toBe(shown)
    })

    it.each(['de-DE', 'de-CH', 'en-US'])('means what it meant (%s)', (locale) => {
      setLanguage(locale === 'en-US' ? 'en' : 'de', locale, {})
      const meant = (text: string) => minorOf(plainAmount(text), 'YUT')
      fc.assert(
        fc.property(fc.stringMatching(/^[\d.,$ ]{0,9}$/), (amount) => {
          expect(meant(draftAmount(amount))).toBe(meant(amount))
        }),
      )
    })
  })
})

describe('exact amounts', () => {
  it.each([
    ['25.00', 'USD', 2500n],
    ['0.01', 'USD', 1n],
    ['0.010', 'USD', 1n],
    ['0.001', 'USD', null],
    ['0.000001', 'YUT', 1n],
    ['999999999999999.99', 'USD', 99_999_999_999_999_999n],
    ['1e5', 'USD', null],
    ['-1', 'USD', null],
    ['', 'USD', null],
  ] as const)('%j %s is %s minor units', (amount, currency, minor) =>
    expect(minorOf(amount, currency)).toBe(minor),
  )

  it('is positive above zero only', () => {
    expect(['0.01', '0.000000000000000001', '5'].every(isPositive)).toBe(true)
    expect(['0', '0.00', '', '-1', 'x', '1,5'].some(isPositive)).toBe(false)
  })

  it('estimates the equivalent at 1 YUT = $0.10', () => {
    expect(equivalentOf('25', 'USD')).toEqual({ amount: '250.00', currency: 'YUT' })
    expect(equivalentOf('1', 'YUT')).toEqual({ amount: '0.100000', currency: 'USD' })
    expect(equivalentOf('0.01', 'USD')).toEqual({ amount: '0.10', currency: 'YUT' })
    expect(equivalentOf('nothing', 'USD')).toBeNull()
  })

  it('adds and compares without floating point', () => {
    expect(sumOf(['0.1', '0.2'], 'USD')).toBe('0.30')
    expect(sumOf([], 'USD')).toBe('0.00')
    expect(sumOf(['-0.50', '0.25'], 'USD')).toBe('-0.25')
    expect(compareAmounts('9007199254740993', '9007199254740992')).toBe(1)
    expect(compareAmounts('1.0', '1')).toBe(0)
    expect(compareAmounts('-2', '1')).toBe(-1)
  })

  it('adds cents as integers do', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), { maxLength: 20 }),
        (cents) => {
          const text = (minor: bigint) => {
            const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
            return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
          }
          const sum = cents.reduce((total, minor) => total + minor, 0n)
          expect(sumOf(cents.map(text), 'USD')).toBe(text(sum))
        },
      ),
    )
  })
})

describe('YUT in a small space', () => {
  it.each([
    ['540.000000', null],
    ['999.999999', null],
    ['1000', '1.00K'],
    ['12540.999999', '12.54K'],
    ['1000000.000000', '1.00M'],
    ['1234567890.5', '1,234.56M'],
  ])('%s is %s', (amount, short) => expect(compactYut(amount)).toBe(short))
})
