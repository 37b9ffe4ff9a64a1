import type { Pool, PoolClient } from 'pg'
import type { BookedAs } from '../../events/bank/events.ts'
import type { BankTransaction } from '../withdrawals/paying-bank.ts'
import type { Difference, Match } from './matching.ts'

/** A copied transaction. `matches`: what of the ledger it is. `bookAs`: what the operator says that it is. */
export interface CopiedTransaction extends BankTransaction {
  readonly matches: string | null
  readonly bookAs: BookedAs | 'owed' | null
  /** Whose closed wallet it was paid out of, where it is `owed`. */
  readonly bookFor: string | null
  /** The amount that it was matched by, where the bank has told of another since. */
  readonly matchedAs: bigint
}

const SELECT = `
  select id, at, coalesce(changed_to, cents) as "amountMinor", cents as "matchedAs", kind, reference, matches,
    book_as as "bookAs", book_for as "bookFor"
  from app.bank_transaction where bank = $1`
const MATCH = `
  update app.bank_transaction t set matches = m.matches, cents = coalesce(changed_to, cents), changed_to = null
  from unnest($2::text[], $3::text[]) as m (id, matches) where t.bank = $1 and t.id = m.id`
const TAKEN = 'select matches from app.bank_transaction where bank = $1 and matches = any($2)'

/** Copied transactions, in the bank's order: all of them, or those without a match. */
export const copiedTransactions = async (
  db: Pool,
  bank: string,
  which: 'all' | 'open',
): Promise<readonly CopiedTransaction[]> => {
  const where = which === 'open' ? ' and matches is null' : ''
  const { rows } = await db.query<CopiedTransaction>(`${SELECT}${where} order by at, id`, [bank])
  return rows
}

/** Transactions that the bank tells of with another amount than they were matched by. */
export const changedTransactions = async (db: Pool, bank: string): Promise<readonly Difference[]> => {
  const { rows } = await db.query<CopiedTransaction>(
    `${SELECT} and matches is not null and changed_to <> cents order by at, id`,
    [bank],
  )
  return rows.map(({ id, at, amountMinor, matchedAs, matches }) => ({
    kind: 'changed',
    transaction: id,
    key: matches,
    event: null,
    bankCents: amountMinor,
    ledgerCents: matchedAs,
    at: at.toISOString(),
  }))
}

/** Which of these keys have a transaction already. */
export const takenKeys = async (
  db: Pool,
  bank: string,
  keys: readonly (string | null)[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await db.query<{ matches: string }>(TAKEN, [bank, keys.filter((key) => key !== null)])
  return new Set(rows.map(({ matches }) => matches))
}

export const keepMatches = async (
  client: PoolClient,
  bank: string,
  matches: readonly Match[],
): Promise<void> => {
  await client.query(MATCH, [bank, matches.map(({ id }) => id), matches.map(({ keys: [key] }) => key)])
}
