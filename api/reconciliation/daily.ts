import type { Pool } from 'pg'
import type { BaseLogger } from 'pino'
import { isBusinessDay } from '../../events/business-days.ts'
import { dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import { BANK_WORK } from '../wallet/following-bank.ts'
import { agrees, type Statement } from './statement.ts'

/** Between two rounds at least, ms; every minute there is one. */
const EVERY_MS = 1_000

/** Whether there is no statement of the day, or the operator has said since what a transaction is. */
const IS_DUE = `
  select not exists (select from app.bank_statement where bank = $1 and day = $2)
    or exists (select from app.bank_transaction where bank = $1 and matches is null and book_as is not null) as due`

/** Reconciles with the bank on every banking day (UTC), and when the operator has said what a transaction is. */
export const startReconciliation = ({
  pool,
  bankName,
  reconcile,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly bankName: string
  readonly reconcile: () => Promise<Statement | null>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}): Recurring =>
  recurring({
    name: 'bank reconciliation',
    everyMs: EVERY_MS,
    wokenBy: [BANK_WORK],
    log,
    round: async () => {
      const now = clock()
      if (!isBusinessDay(now)) return
      const { rows } = await pool.query<{ due: boolean }>(IS_DUE, [bankName, dayOf(now)])
      if (!rows[0]?.due) return
      const statement = await reconcile()
      if (statement === null) return
      const { differences, position } = statement
      if (agrees(statement)) log.info({ position }, 'The bank and the ledger agree')
      else log.error({ position, differences: differences.length }, 'The bank and the ledger differ')
    },
  })
