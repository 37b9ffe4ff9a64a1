import type { Pool, PoolClient } from 'pg'
import { dayOf } from '../../events/calendar.ts'
import { agrees, Statement, toJson } from './statement.ts'

const SAVE = `
  insert into app.bank_statement (bank, day, at, position, agrees, statement) values ($1, $2, $3, $4, $5, $6)
  on conflict (bank, day) do update set at = excluded.at, position = excluded.position, agrees = excluded.agrees,
    statement = excluded.statement`
const LATEST = `
  select statement from app.bank_statement where ($1::text is null or bank = $1) and ($2::date is null or day = $2)
  order by at desc limit 1`
const LIST = `
  select bank, day::text, agrees from app.bank_statement order by day desc, bank limit 60`

/** Keeps a statement, in place of an earlier one of its day. */
export const keepStatement = async (client: PoolClient, statement: Statement): Promise<void> => {
  const { bank, at, position } = statement
  await client.query(SAVE, [bank, dayOf(at), at, position.toString(), agrees(statement), toJson(statement)])
}

/** The latest statement, of a bank or of any, and of a day (`yyyy-mm-dd`) or of any; null when there is none. */
export const statementOn = async (
  pool: Pool,
  { bank = null, day = null }: { readonly bank?: string | null; readonly day?: string | null } = {},
): Promise<Statement | null> => {
  const { rows } = await pool.query<{ statement: unknown }>(LATEST, [bank, day])
  return rows[0] ? Statement.parse(rows[0].statement) : null
}

/** The days of the latest statements, the newest first, and whether both sides agreed. */
export const statementDays = async (
  pool: Pool,
): Promise<readonly { readonly bank: string; readonly day: string; readonly agrees: boolean }[]> =>
  (await pool.query<{ bank: string; day: string; agrees: boolean }>(LIST)).rows
