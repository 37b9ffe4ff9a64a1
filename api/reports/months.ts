import { monthOf } from '../../events/calendar.ts'
import { HttpError } from '../http/errors.ts'

const MONTH_NAME = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "January 2026". */
const monthName = (month: string): string => MONTH_NAME.format(new Date(`${month}-01T00:00:00.000Z`))

const noStatement = (sentence: string) => new HttpError(404, 'statement_not_found', sentence)

/**
 * Asserts that the member had a wallet in the month.
 * @param openedAt ISO time, null when the wallet was never opened
 * @throws {HttpError} 404 saying which months have a statement
 */
export const assertStatementMonth = (month: string, openedAt: string | null, now: Date): void => {
  if (openedAt === null) throw noStatement('You have no wallet yet, so there are no statements.')
  const first = monthOf(openedAt)
  if (month < first)
    throw noStatement(
      `Your wallet was opened in ${monthName(first)}. There is no statement for an earlier month.`,
    )
  if (month > monthOf(now))
    throw noStatement(`${monthName(month)} has not begun yet. There is no statement for it.`)
}
