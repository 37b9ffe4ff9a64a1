import { afterEach, expect, test } from 'vitest'
import { localizerOf } from '../../../api/texts/localizer.ts'
import { formatMoney } from '../../../web/texts/money.ts'
import { number } from '../../../web/texts/numbers.ts'
import { setLanguage, t } from '../../../web/texts/texts.ts'

afterEach(() => setLanguage('en', 'en-US', {}))

test.each(['en-US', 'en-GB', 'en-IN', 'en-CH', 'en-DE', 'en-ZA', 'de-DE', 'de-AT', 'de-CH'])(
  'a push and a statement write the numbers of the pages: %s',
  (locale) => {
    setLanguage(locale.startsWith('de') ? 'de' : 'en', locale, {})
    const localizer = localizerOf(locale)
    expect([
      localizer.money('1234567.5', 'USD'),
      localizer.money('-1500', 'YUT'),
      localizer.decimal('1500.25'),
    ]).toEqual([
      formatMoney('1234567.5', 'USD'),
      formatMoney('-1500', 'YUT'),
      number('1500.25', { minimumFractionDigits: 2 }),
    ])
  },
)

test.each(['en-DE', 'en-ZA'])('English has a point before the decimals in every region: %s', (locale) => {
  expect(localizerOf(locale).money('1500.5', 'USD')).toBe('$1,500.50')
  expect(localizerOf(locale).decimal('1500.25')).toBe('1,500.25')
  setLanguage('en', locale, {})
  expect(t('{count, plural, one {# device} other {# devices}}', { count: 2345 })).toBe('2,345 devices')
})

test('days stay those of the region', () => {
  expect(localizerOf('en-DE').day('2026-11-02')).toBe(
    new Intl.DateTimeFormat('en-DE', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 10, 2)),
  )
})
