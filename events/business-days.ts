import { isBankHoliday } from './bank-holidays.ts'

const SUNDAY = 0
const SATURDAY = 6

/** Whether US banks settle on this UTC day. */
export const isBusinessDay = (day: Date): boolean => {
  const weekday = day.getUTCDay()
  return weekday !== SATURDAY && weekday !== SUNDAY && !isBankHoliday(day)
}

/** The same time of day `days` US business days later (UTC): Monday to Friday except the Federal Reserve's holidays. */
export const addBusinessDays = (from: Date, days: number): Date => {
  const day = new Date(from)
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (isBusinessDay(day)) left -= 1
  }
  return day
}
