import { addDays, addMonths, dayOf, monthOf, monthsBetween } from '../../events/calendar.ts'
import { billIdOf } from '../../events/bills/events.ts'
import type { Clock } from '../../events/ids.ts'
import { BILL_DUE_DAYS } from '../contract/bills.ts'
import type { Claimed } from '../processes/claimed.ts'
import { MonthNotClosed, type Biller, type Statement } from './biller.ts'
import type { BillStreams } from './bill-streams.ts'

/** How far the bills of a biller and month have been issued. Losing it only costs time: each is issued once anyway. */
export interface IssueProgress {
  /** The last member whose bill is issued; null before the first. `finished`: the whole month is issued. */
  readonly after: string | null
  readonly finished: boolean
}

export interface IssueLog {
  readonly of: (biller: string, period: string) => Promise<IssueProgress>
  readonly save: (biller: string, period: string, progress: IssueProgress) => Promise<void>
}

const STATEMENTS_MAX = 500
const AT_ONCE_MAX = 50

/**
 * Issues the bills of every month that has ended, each once, due two weeks after the day of issue; includes months in
 * which no worker was running. A bill that cannot be issued keeps no other waiting: its page is gone through again.
 */
export const issueBills = async ({
  biller,
  bills,
  log,
  firstMonth,
  run,
  clock,
}: {
  readonly biller: Biller
  readonly bills: BillStreams
  readonly log: IssueLog
  /** The month in which the ledger begins, `2026-11`. */
  readonly firstMonth: string
  readonly run: Claimed['run']
  readonly clock: Clock
}): Promise<{ readonly issued: number; readonly failed: number }> => {
  const issue = async ({ memberId, period, lines }: Statement): Promise<void> => {
    const billId = billIdOf(biller.name, memberId, period)
    const dueOn = addDays(dayOf(clock().toISOString()), BILL_DUE_DAYS)
    await bills.execute(
      billId,
      { type: 'issue', billId, memberId, biller: biller.name, period, lines, dueOn },
      { actor: 'system', causationId: billId },
    )
  }

  /** Null while the month is not closed: this month and the later ones wait. */
  const statementsOf = async (period: string, after: string | null): Promise<readonly Statement[] | null> => {
    try {
      return await biller.statements(period, { after, limit: STATEMENTS_MAX })
    } catch (error) {
      if (error instanceof MonthNotClosed) return null
      throw error
    }
  }

  let issued = 0
  let allFailed = 0
  for (const period of monthsBetween(firstMonth, addMonths(monthOf(clock()), -1))) {
    let { after, finished } = await log.of(biller.name, period)
    let isWhole = true
    while (!finished) {
      const statements = await statementsOf(period, after)
      if (statements === null) return { issued, failed: allFailed }
      const { failed } = await run(statements, AT_ONCE_MAX, issue)
      // A bill that cannot be issued keeps no later one waiting; the next round begins with its page.
      if (failed > 0) isWhole = false
      allFailed += failed
      issued += statements.length - failed
      after = statements.at(-1)?.memberId ?? after
      finished = statements.length < STATEMENTS_MAX
      if (isWhole) await log.save(biller.name, period, { after, finished })
    }
  }
  return { issued, failed: allFailed }
}
