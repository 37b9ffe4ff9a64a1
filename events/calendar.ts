/** The calendar of the ledger: days in UTC, written `2026-11-21`, and months, `2026-11`. */

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** The day of a moment, given as a date or as ISO 8601 in UTC. */
export const dayOf = (at: Date | string): string =>
  (typeof at === 'string' ? at : at.toISOString()).slice(0, 10)

/** The first moment of a day. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

/** The day so many days later, or earlier where `days` is negative. */
export const addDays = (day: string, days: number): string =>
  dayOf(new Date(startOfDay(day).getTime() + days * DAY_MS))

/** The month of a moment, or of a day. */
export const monthOf = (at: Date | string): string => dayOf(at).slice(0, 7)

/** The month so many months later, or earlier where `months` is negative. */
export const addMonths = (month: string, months: number): string => {
  const date = startOfDay(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return monthOf(date)
}

/** From `first` to `last`, both included, oldest first. */
export const monthsBetween = (first: string, last: string): readonly string[] => {
  const months: string[] = []
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month)
  return months
}
