/** One line of a bill; no personal data, for it enters the ledger. */
export interface BillLine {
  /** What is charged for, such as `plan:standard`. */
  readonly item: string
  /** Id of the charged thing at the biller, such as a device's. */
  readonly reference: string
  readonly cents: bigint
}

/** What one member owes a biller for one month. */
export interface Statement {
  readonly memberId: string
  /** Calendar month in UTC, `2026-11`. */
  readonly period: string
  /** In the order of their references; at least one. Their sum is the bill and is above zero. */
  readonly lines: readonly BillLine[]
}

/** The month's usage is still being recorded; asking again later works. */
export class MonthNotClosed extends Error {
  readonly code = 'month_not_closed'
  constructor(period: string) {
    super(`The usage of ${period} is not all recorded yet`)
    this.name = 'MonthNotClosed'
  }
}

/**
 * A company that bills members by the month. What it answers for a month that has ended must never change,
 * so that asking again after a crash gives the same bills.
 */
export interface Biller {
  /** As in the account `liability:biller:{name}`. */
  readonly name: string
  /** Shown to members. */
  readonly title: string
  /** Whether the member has a service now that this month's statement will charge. */
  readonly serves: (memberId: string) => Promise<boolean>
  /**
   * Statements of a month that has ended, by ascending member id, from after `after` (null: the first). One query.
   * @throws {MonthNotClosed} they are not known yet
   */
  readonly statements: (
    period: string,
    options: { after: string | null; limit: number },
  ) => Promise<readonly Statement[]>
}
