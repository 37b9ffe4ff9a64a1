import * as fc from 'fast-check'
import { describe, expect, it, test, vi } from 'vitest'
import { formatMoney } from '../../../api/contract/money.ts'
import { nextSorting } from '../../../web/pages/contacts/book/model.ts'
import { percent } from '../../../web/texts/exact-numbers.ts'
import {
  calendarDate,
  exactTime,
  longDate,
  longMonth,
  relativeTime,
  shortCalendarDate,
} from '../../../web/ui/time-format.ts'

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)
const written = (format: Intl.NumberFormat, text: string): string =>
  isDecimal(text) ? format.format(text) : ''

describe('an amount', () => {
  test.each([
    ['0', 'USD', '$0.00'],
    ['1234.5', 'USD', '$1,234.50'],
    ['-25', 'USD', '-$25.00'],
    ['500', 'YUT', '500.00 YUT'],
    ['0.000001', 'USDC', '0.000001 USDC'],
    ['1.5', 'USDC', '1.50 USDC'],
    // Beyond the precision of a floating point number.
    ['90071992547409931.07', 'USD', '$90,071,992,547,409,931.07'],
    // Rounded down, so that the shown amount is never too high.
    ['0.019', 'USD', '$0.01'],
  ] as const)('%s %s reads %s', (amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text)
  })

  test('as a movement carries its sign', () => {
    expect(formatMoney('25', 'USD', { sign: 'always' })).toBe('+$25.00')
    expect(formatMoney('-25', 'YUT', { sign: 'always' })).toBe('-25.00 YUT')
    expect(formatMoney('0', 'USD', { sign: 'always' })).toBe('$0.00')
  })

  test('reads in the default locale as Intl writes it', () => {
    const decimal = fc.stringMatching(/^-?\d{1,21}(?:\.\d{1,20})?$/)
    for (const [currency, decimals] of [
      ['USD', 2],
      ['USDC', 6],
      ['YUT', 6],
    ] as const)
      for (const sign of ['auto', 'always'] as const) {
        const format = new Intl.NumberFormat('en-US', {
          ...(currency === 'USD' && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
          minimumFractionDigits: 2,
          maximumFractionDigits: decimals,
          signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
          roundingMode: 'trunc',
        })
        fc.assert(
          fc.property(decimal, (amount) => {
            const unit = currency === 'USD' ? '' : ` ${currency}`
            expect(formatMoney(amount, currency, { sign })).toBe(`${written(format, amount)}${unit}`)
          }),
        )
      }
  })

  test('that is no decimal is refused', () => {
    for (const text of ['', 'NaN', '1e400', '1,5', '--1', 'Infinity'])
      expect(() => formatMoney(text, 'USD')).toThrow(RangeError)
  })
})

describe('a moment', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const ago = (text: string, ms: number) => [text, now - ms] as const
  const MINUTE = 60_000
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  test.each([
    ago('just now', -5 * MINUTE),
    ago('just now', 59_999),
    ago('1 min ago', MINUTE),
    ago('3 min ago', 3 * MINUTE + 59_000),
    ago('59 min ago', HOUR - 1),
    ago('1 h ago', HOUR),
    ago('23 h ago', DAY - 1),
    ago('yesterday', DAY),
    ago('2 days ago', 2 * DAY),
    ago('30 days ago', 30 * DAY),
    ago('on Oct 20, 2026', 31 * DAY),
  ])('is %s', (text, at) => {
    expect(relativeTime(at, now)).toBe(text)
  })
})

test('a share reads in the default locale as Intl writes it', () => {
  const decimal = fc.stringMatching(/^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,6})?$/)
  fc.assert(
    fc.property(decimal, fc.constantFrom('auto', 'always', 'exceptZero'), (share, signDisplay) => {
      const digits = share.split('.')[1]?.length ?? 0
      const format = new Intl.NumberFormat('en-US', {
        style: 'unit',
        unit: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        useGrouping: false,
        signDisplay,
      })
      expect(percent(share, signDisplay)).toBe(written(format, share))
    }),
  )
})

test('days and moments read in the default locale as Intl writes them', () => {
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-US', options)
    // Some versions write a narrow space before AM.
    return (at: number) => format.format(at).replaceAll('\u202f', ' ')
  }
  const [moment, day] = [by({ dateStyle: 'medium', timeStyle: 'medium' }), by({ dateStyle: 'medium' })]
  const calendar = by({ dateStyle: 'medium', timeZone: 'UTC' })
  const short = by({ month: 'short', day: 'numeric', timeZone: 'UTC' })
  const month = by({ month: 'long', year: 'numeric', timeZone: 'UTC' })
  const shortMonth = by({ month: 'short', timeZone: 'UTC' })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.parse('2100-01-01') }), (at) => {
      const date = new Date(at).toISOString().slice(0, 10)
      expect(exactTime(at)).toBe(moment(at))
      expect(longDate(at)).toBe(day(at))
      expect(calendarDate(date)).toBe(calendar(at))
      expect(shortCalendarDate(date)).toBe(short(at))
      expect(longMonth(date.slice(0, 7))).toBe(month(at))
      expect(longMonth(date.slice(0, 7), 'short')).toBe(shortMonth(at))
    }),
  )
})

test('a click on a header flips its own order and starts a new one ascending', () => {
  const name = nextSorting(undefined, 'name')
  expect(name).toEqual({ key: 'name', direction: 'asc' })
  expect(nextSorting(name, 'name')).toEqual({ key: 'name', direction: 'desc' })
  expect(nextSorting({ key: 'name', direction: 'desc' }, 'status')).toEqual({
    key: 'status',
    direction: 'asc',
  })
})

describe('a long list', () => {
  it('makes no formatter for each of its cells: that takes longer than a hundred cells', () => {
    const cells = () => [
      formatMoney('1234.5', 'USD'),
      formatMoney('-1', 'YUT', { sign: 'always' }),
      exactTime(0),
      longDate(0),
      longMonth('2026-11'),
      longMonth('2026-11', 'short'),
      calendarDate('2026-11-30'),
    ]
    expect(cells().at(-1)).toBe('Nov 30, 2026')
    const made = [vi.spyOn(Intl, 'NumberFormat'), vi.spyOn(Intl, 'DateTimeFormat')]
    for (let row = 0; row < 10; row += 1) cells()
    for (const spy of made) {
      expect(spy).not.toHaveBeenCalled()
      spy.mockRestore()
    }
  })
})
