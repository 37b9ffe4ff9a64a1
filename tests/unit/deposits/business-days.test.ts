import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBusinessDays } from '../../../events/business-days.ts'
import { isBankHoliday } from '../../../events/bank-holidays.ts'

/** Weekdays on which the Federal Reserve Banks are closed, as published for each year. */
const PUBLISHED: Readonly<Record<string, readonly string[]>> = {
  2025: ['01-01', '01-20', '02-17', '05-26', '06-19', '07-04', '09-01', '10-13', '11-11', '11-27', '12-25'],
  2026: ['01-01', '01-19', '02-16', '05-25', '06-19', '09-07', '10-12', '11-11', '11-26', '12-25'],
  2027: ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25'],
  2028: ['01-17', '02-21', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25'],
  2029: ['01-01', '01-15', '02-19', '05-28', '06-19', '07-04', '09-03', '10-08', '11-12', '11-22', '12-25'],
  2030: ['01-01', '01-21', '02-18', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25'],
}
const DAY_MS = 86_400_000
const isClosed = (day: Date): boolean => {
  const text = day.toISOString()
  const published = PUBLISHED[text.slice(0, 4)] ?? []
  return [0, 6].includes(day.getUTCDay()) || published.includes(text.slice(5, 10))
}

describe('business days', () => {
  it.each(Object.entries(PUBLISHED))(
    'leave out the holidays that the Reserve Banks publish for %s',
    (year, days) => {
      const found: string[] = []
      for (let at = Date.UTC(Number(year), 0, 1); at < Date.UTC(Number(year) + 1, 0, 1); at += DAY_MS) {
        const day = new Date(at)
        if (isBankHoliday(day) && ![0, 6].includes(day.getUTCDay()))
          found.push(day.toISOString().slice(5, 10))
      }
      expect(found).toEqual(days)
    },
  )

  it('does not move the holiday of a Saturday to Friday', () => {
    // Independence Day of 2026: banks are open on Friday, July 3.
    expect(addBusinessDays(new Date('2026-07-02T09:00:00Z'), 1).toISOString()).toBe(
      '2026-07-03T09:00:00.000Z',
    )
    // Juneteenth of 2027 likewise.
    expect(isBankHoliday(new Date('2027-06-18T00:00:00Z'))).toBe(false)
  })

  it('count just the days that are open, and end on one, at the same time of day', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2025-01-01'), max: new Date('2030-11-30'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 12 }),
        (from, days) => {
          const to = addBusinessDays(from, days)
          let open = 0
          for (let at = from.getTime() + DAY_MS; at <= to.getTime(); at += DAY_MS)
            if (!isClosed(new Date(at))) open += 1
          expect(open).toBe(days)
          expect((to.getTime() - from.getTime()) % DAY_MS).toBe(0)
          if (days > 0) expect(isClosed(to)).toBe(false)
        },
      ),
    ))
})
