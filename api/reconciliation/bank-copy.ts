import type { Pool } from 'pg'
import { rowsChanged } from '../database/database.ts'
import type { BankTransaction, PayingBank } from '../withdrawals/paying-bank.ts'

/** How often a bank is read again that books while it is read. */
const READS_MAX = 5

const CURSOR = 'select cursor from app.bank_books where bank = $1'
const KEEP_CURSOR = 'update app.bank_books set cursor = $2 where bank = $1'
const SAVE = `
  insert into app.bank_transaction as known (bank, id, at, cents, kind, reference)
  select $1, t.id, t.at, t.cents, t.kind, t.reference
  from unnest($2::text[], $3::timestamptz[], $4::bigint[], $5::text[], $6::text[]) as t (id, at, cents, kind, reference)
  on conflict (bank, id) do update set changed_to = excluded.cents
  where coalesce(known.changed_to, known.cents) <> excluded.cents`

/** Of the transactions of one answer each once, the last said. */
const lastOfEach = (transactions: readonly BankTransaction[]): readonly BankTransaction[] => [
  ...new Map(transactions.map((one) => [one.id, one])).values(),
]

/**
 * Copies the bank's transactions into `app.bank_transaction`, each by its id once, and asks for the balance that goes
 * with them. What was copied is never taken back: another amount of the same transaction stands beside the first.
 * @returns the bank's balance in cents
 * @throws {BankUnavailable}
 */
export const copyBank = async (
  pool: Pool,
  bank: Pick<PayingBank, 'name' | 'transactionsSince' | 'balanceMinor'>,
): Promise<bigint> => {
  const { rows } = await pool.query<{ cursor: string | null }>(CURSOR, [bank.name])
  let cursor = rows[0]?.cursor ?? null

  /** Copies what is new; returns how many are. */
  const copyNew = async (): Promise<number> => {
    let changes = 0
    for (;;) {
      const page = await bank.transactionsSince(cursor)
      const all = lastOfEach(page.transactions)
      changes += await rowsChanged(pool, SAVE, [
        bank.name,
        all.map(({ id }) => id),
        all.map(({ at }) => at),
        all.map(({ amountMinor }) => amountMinor.toString()),
        all.map(({ kind }) => kind),
        all.map(({ reference }) => reference),
      ])
      if (page.cursor === cursor) return changes
      cursor = page.cursor
      await pool.query(KEEP_CURSOR, [bank.name, cursor])
    }
  }

  await copyNew()
  for (let read = 1; ; read += 1) {
    const balance = await bank.balanceMinor()
    if ((await copyNew()) === 0 || read === READS_MAX) return balance
  }
}
