const MONDAY = 1
const THURSDAY = 4

/** A holiday on a date, or on the n-th weekday of a month (-1: the last). Months count from 1. */
type Holiday =
  | { readonly month: number; readonly day: number }
  | { readonly month: number; readonly weekday: number; readonly nth: number }

/**
 * Holidays of the Federal Reserve Banks, and so of ACH (frbservices.org, "Holiday Schedules"; 5 U.S.C. 6103). These
 * eleven rules change once in decades (Juneteenth, 2021), so they are listed here instead of using a package whose
 * default moves Saturday holidays, as federal offices do and the Reserve Banks don't.
 */
const HOLIDAYS: readonly Holiday[] = [
  { month: 1, day: 1 }, // New Year's Day
  { month: 1, weekday: MONDAY, nth: 3 }, // Martin Luther King, Jr.
  { month: 2, weekday: MONDAY, nth: 3 }, // Presidents Day
  { month: 5, weekday: MONDAY, nth: -1 }, // Memorial Day
  { month: 6, day: 19 }, // Juneteenth
  { month: 7, day: 4 }, // Independence Day
  { month: 9, weekday: MONDAY, nth: 1 }, // Labor Day
  { month: 10, weekday: MONDAY, nth: 2 }, // Columbus Day
  { month: 11, day: 11 }, // Veterans Day
  { month: 11, weekday: THURSDAY, nth: 4 }, // Thanksgiving Day
  { month: 12, day: 25 }, // Christmas Day
]

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** The day of the month on which a holiday is observed: a Sunday's on Monday; a Saturday's is not moved. */
const observedOn = (year: number, holiday: Holiday): number => {
  const weekdayOf = (day: number): number => new Date(Date.UTC(year, holiday.month - 1, day)).getUTCDay()
  if ('day' in holiday) return weekdayOf(holiday.day) === 0 ? holiday.day + 1 : holiday.day
  const first = 1 + ((holiday.weekday - weekdayOf(1) + 7) % 7)
  if (holiday.nth > 0) return first + 7 * (holiday.nth - 1)
  return first + 7 * Math.floor((daysIn(year, holiday.month) - first) / 7)
}

/** Whether this UTC day is a holiday of the Federal Reserve Banks. */
export const isBankHoliday = (day: Date): boolean =>
  HOLIDAYS.some(
    (holiday) =>
      holiday.month === day.getUTCMonth() + 1 &&
      observedOn(day.getUTCFullYear(), holiday) === day.getUTCDate(),
  )
