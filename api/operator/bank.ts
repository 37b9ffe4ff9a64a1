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

const WAITING = `
  select bank from app.bank_transaction
  where id = $1 and matches is null and ($2::text is null or bank = $2) order by bank`
const SAY = `
  update app.bank_transaction set book_as = $3, book_for = $4
  where bank = $1 and id = $2 and matches is null`

/** A transaction by the bank's id of it; `bank`: whose, where several have one of this id. */
interface Transaction {
  readonly id: string
  readonly bank: string | null
}

/** The bank at which the transaction waits. @throws {CaseRefused} none has it, or several have */
const bankOf = async (pool: Pool, { id, bank }: Transaction): Promise<string> => {
  const { rows } = await pool.query<{ bank: string }>(WAITING, [id, bank])
  const [only, ...others] = rows.map((row) => row.bank)
  if (only === undefined) throw new CaseRefused(`No transaction ${id} of the bank waits to be explained.`)
  if (others.length > 0)
    throw new CaseRefused(
      `Several banks have a transaction ${id}; say whose it is by --bank: ${[only, ...others].join(', ')}.`,
    )
  return only
}

/**
 * Says what a transaction of the bank is that no member ordered; the server books it at once and reconciles anew.
 * @param memberId whose closed wallet it was paid out of, where it is `owed`
 * @throws {CaseRefused} there is no such transaction, it is explained already, or several banks have one of this id
 */
export const bookAs = async (
  pool: Pool,
  transaction: Transaction,
  as: BookedAs | 'owed',
  memberId: string | null,
): Promise<string> => {
  const { id } = transaction
  await pool.query(SAY, [await bankOf(pool, transaction), id, as, memberId])
  await pool.query('select pg_notify($1, $2)', [WORK_CHANNEL, BANK_WORK])
  return `The server books ${id} as ${as}; then look at the statement of today.`
}
