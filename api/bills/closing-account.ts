import type { Pool } from 'pg'
import { addDays, dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { newOwnKey } from '../../events/ids.ts'
import { Refusal } from '../../events/refusal.ts'
import { unpaidBillsOf } from '../../projections/bills/queries.ts'
import { BILL_DUE_DAYS } from '../contract/bills.ts'
import { HttpError } from '../http/errors.ts'
import type { Settlement } from '../area.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Biller, ClosingStatement } from './biller.ts'
import type { BillStreams } from './bill-streams.ts'
import { monthsIssued } from './issue-log.ts'
import { payByHand } from './pay.ts'
import type { Payments } from './payments.ts'

interface SettlementArea {
  readonly pool: Pool
  readonly billers: readonly Biller[]
  readonly bills: BillStreams
  readonly payments: Payments
  readonly wallets: Wallets
  readonly clock: Clock
}

/**
 * Settles a member's bills when the account is closed: those that are issued and unpaid, those of closed months that are
 * about to be issued, and what no bill charges yet. The caller waits until the read model of bills has caught up.
 */
export const createBillSettlement = (area: SettlementArea): Settlement => {
  const { pool, billers, bills, clock } = area

  const statementsOf = async (biller: Biller, memberId: string, record: boolean) => {
    const [statements, issued] = await Promise.all([
      biller.closingStatements(memberId, record),
      monthsIssued(pool, biller.name),
    ])
    return statements.filter(({ closing, period }) => closing || !issued.has(period))
  }

  const isOpen = async (billId: string): Promise<boolean> => (await bills.load(billId)).bill.status !== 'paid'

  const owed = async (memberId: string): Promise<bigint> => {
    const open = new Map(
      (await unpaidBillsOf(pool, memberId)).map(({ billId, amount }) => [billId, amount] as const),
    )
    for (const biller of billers)
      for (const { billId, lines } of await statementsOf(biller, memberId, false))
        if (await isOpen(billId))
          open.set(
            billId,
            lines.reduce((sum, { cents }) => sum + cents, 0n),
          )
    return open.values().reduce((sum, cents) => sum + cents, 0n)
  }

  const issue = async (
    biller: string,
    { billId, memberId, period, lines, closing }: ClosingStatement,
  ): Promise<void> => {
    const dueOn = addDays(dayOf(clock().toISOString()), BILL_DUE_DAYS)
    const terms = { billId, memberId, biller, period, lines, dueOn }
    await bills.execute(
      billId,
      { type: 'issue', ...terms, ...(closing && { closing }) },
      { actor: 'system', causationId: billId },
    )
  }

  const pay = async (memberId: string, billId: string): Promise<void> => {
    try {
      // Each attempt is a payment of its own: a failed one stays failed. A bill is paid once whatever is repeated.
      await payByHand(area, { memberId, idempotencyKey: newOwnKey() }, billId)
    } catch (error) {
      if (!(error instanceof Refusal && error.code === 'already_paid')) throw error
    }
    if (await isOpen(billId))
      throw new HttpError(503, 'bill_in_progress', 'A bill is being paid right now. Try again in a moment.', {
        retryAfterSeconds: 1,
      })
  }

  return {
    owed,
    settle: async (memberId) => {
      const open = new Set((await unpaidBillsOf(pool, memberId)).map(({ billId }) => billId))
      for (const biller of billers)
        for (const statement of await statementsOf(biller, memberId, true)) {
          await issue(biller.name, statement)
          if (await isOpen(statement.billId)) open.add(statement.billId)
        }
      for (const billId of open) await pay(memberId, billId)
    },
  }
}
