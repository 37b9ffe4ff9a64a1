import type { Pool } from 'pg'
import { BookedAs } from '../../events/bank/events.ts'
import { WORK_CHANNEL } from '../processes/waking.ts'
import { statementText } from '../reconciliation/statement-text.ts'
import { statementDays, statementOn } from '../reconciliation/statements.ts'
import { BANK_WORK } from '../wallet/following-bank.ts'
import { CaseRefused } from './case-refused.ts'

/** The days on which the ledger was held against the bank, the newest first. */
export const bankDays = async (pool: Pool): Promise<string> => {
  const days = await statementDays(pool)
  if (days.length === 0) return 'The ledger was not held against a bank yet.'
  return days.map(({ bank, day, agrees }) => `${day}  ${bank}  ${agrees ? 'agrees' : 'DIFFERS'}`).join('\n')
}

/** The statement of a day, `yyyy-mm-dd`. @throws {CaseRefused} there is none */
export const bankStatement = async (pool: Pool, day: string): Promise<string> => {
  const statement = /^\d{4}-\d\d-\d\d$/.test(day) ? await statementOn(pool, { day }) : null
  if (!statement) throw new CaseRefused(`There is no statement of ${day || 'no day'}.`)
  return statementText(statement)
}

/** What a transaction may be said to be; undefined where it is none of them. */
export const bookedAs = (text: string | undefined): BookedAs | 'owed' | undefined =>
  text === 'owed' ? text : BookedAs.safeParse(text).data

const SAY = `
  update app.bank_transaction set book_as = $2, book_for = $3 where id = $1 and matches is null returning bank`

/**
 * Says what a transaction of the bank is that no member ordered; the server books it at once and reconciles anew.
 * @param memberId whose closed wallet it was paid out of, where it is `owed`
 * @throws {CaseRefused} there is no such transaction, or it is explained already
 */
export const bookAs = async (
  pool: Pool,
  transactionId: string,
  as: BookedAs | 'owed',
  memberId: string | null,
): Promise<string> => {
  const { rowCount } = await pool.query(SAY, [transactionId, as, memberId])
  if (rowCount === 0)
    throw new CaseRefused(`No transaction ${transactionId} of the bank waits to be explained.`)
  await pool.query('select pg_notify($1, $2)', [WORK_CHANNEL, BANK_WORK])
  return `The server books ${transactionId} as ${as}; then look at the statement of today.`
}
