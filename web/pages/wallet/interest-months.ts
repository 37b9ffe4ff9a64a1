import type { Activity } from '../../../api/contract/wallet.ts'

/** Interest of one calendar month (UTC): the row with the exact sum, and a row for each day, newest first. */
export interface InterestMonth {
  readonly row: Activity
  /** `yyyy-mm` */
  readonly month: string
  readonly days: readonly Activity[]
}

/** The month in a row of activity; null for a row that is not a month's interest. */
export const interestMonthIn = (row: Activity): InterestMonth | null => {
  const { days, ...common } = row
  if (days === undefined || days.length === 0) return null
  return {
    row,
    month: row.occurred_at.slice(0, 7),
    days: days.map((day): Activity => ({ ...common, ...day })),
  }
}

/** The rows with each day of interest as a row of its own. */
export const withEachDay = (rows: readonly Activity[]): readonly Activity[] =>
  rows.flatMap((row) => interestMonthIn(row)?.days ?? [row])
