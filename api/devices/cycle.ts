import { addDays, addMonths, DAY_MS, HOUR_MS, monthOf, startOfDay } from '../../events/calendar.ts'

/** A billing cycle: a calendar month in UTC. */
export interface Cycle {
  /** `2026-11`. */
  readonly period: string
  readonly start: Date
  /** Start of the next cycle. */
  readonly end: Date
  /** `2026-11-01`, `2026-11-30`. */
  readonly firstDay: string
  readonly lastDay: string
  readonly days: number
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => startOfDay(day).getUTCDay()

/** Days from `first` to `end` (exclusive), oldest first. */
export const daysFrom = (first: string, end: string): readonly string[] => {
  const days: string[] = []
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day)
  return days
}

/** The cycle of a calendar month such as `2026-11`. */
export const cycleOf = (period: string): Cycle => {
  const firstDay = `${period}-01`
  const start = startOfDay(firstDay)
  const end = startOfDay(`${addMonths(period, 1)}-01`)
  const days = Math.round((end.getTime() - start.getTime()) / DAY_MS)
  return { period, start, end, firstDay, lastDay: addDays(firstDay, days - 1), days }
}

/** The cycle that contains `at`. */
export const cycleAt = (at: Date): Cycle => cycleOf(monthOf(at))

/** The last full hour before or at `at`. */
export const hourFloor = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

/** The first full hour after or at `at`. */
export const hourCeil = (at: Date): Date => new Date(Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS)
