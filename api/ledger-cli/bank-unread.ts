import { isBusinessDay } from '../../events/business-days.ts'
import { dayOf } from '../../events/calendar.ts'
import { Unanswered } from './failure.ts'

const DAY_MS = 86_400_000

/** The next day, this one included, on which the server reads the bank. */
const nextReading = (now: Date): Date =>
  isBusinessDay(now) ? now : nextReading(new Date(now.getTime() + DAY_MS))

/** The server has no copy of the bank's transactions yet, and when it will have one. */
export const bankUnread = (now: Date): Unanswered =>
  new Unanswered(
    `The server has not read a bank yet: it does on every banking day in UTC, next on ${dayOf(nextReading(now))}, a minute after it has started`,
  )
