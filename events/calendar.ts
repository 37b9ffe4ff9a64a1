/** The calendar that money goes by: days in UTC, written `2026-11-21`. */

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
