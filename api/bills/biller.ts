/** One line of a bill; without personal data, because the ledger stores it. */
export interface BillLine {
  /** The charged item, such as `plan:standard`. */
  readonly item: string
  /** The biller's id of the charged object, such as a device's. */
  readonly reference: string
  readonly cents: bigint
}

/** What one member owes a biller for one month. */
export interface Statement {
  readonly memberId: string
  /** Calendar month in UTC, `2026-11`. */
  readonly period: string
  /** Sorted by reference; at least one. Their sum is the amount of the bill and above zero. */
  readonly lines: readonly BillLine[]
}

/** What a member owes of one month as a bill of its own id; `closing`: no monthly statement will have it. */
export interface ClosingStatement extends Statement {
  readonly billId: string
  readonly closing: boolean
}

/** The month's usage is still being recorded; a later call succeeds. */
export class MonthNotClosed extends Error {
  override name = 'MonthNotClosed'
  readonly code = 'month_not_closed'
  constructor(period: string) {
    super(`The usage of ${period} is not all recorded yet`)
  }
}

/**
 * A company that bills members by the month. Its statements of a month that has ended must never change, so that a
 * retry after a crash issues the same bills.
 */
export interface Biller {
  /** Name in the account `liability:biller:{name}`. */
  readonly name: string
  /** Shown to members. */
  readonly title: string
  /** Whether the member now has a service that this month's statement will charge. */
  readonly serves: (memberId: string) => Promise<boolean>
  /**
   * Statements of a month that has ended, by ascending member id, starting after `after` (null: the first). One query.
   * @throws {MonthNotClosed} the statements are not available yet
   */
  readonly statements: (
    period: string,
    options: { after: string | null; limit: number },
  ) => Promise<readonly Statement[]>
  /**
   * Statements of all that the member has ever owed, for closing the account: of months that were closed, and of what
   * is owed until now. `record`: the latter is final from now on; without, nothing is stored.
   */
  readonly closingStatements: (memberId: string, record: boolean) => Promise<readonly ClosingStatement[]>
}
