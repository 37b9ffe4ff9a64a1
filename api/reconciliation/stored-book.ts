import type { Pool, PoolClient } from 'pg'
import * as z from 'zod'
import { emptyBankBook, type BankBook } from './bank-book.ts'
import { Minor, SumsJson, toJson } from './statement.ts'

/** The ledger's side as it is stored between two reconciliations, so that no day reads the log from its beginning. */
const StoredBook = z.object({
  sums: SumsJson,
  open: z.array(z.object({ key: z.string(), cents: z.nullable(Minor), at: z.string(), event: z.string() })),
})

const BEGIN = `
  insert into app.bank_books (bank, book) values ($1, $2) on conflict do nothing`
const READ = 'select position, book from app.bank_books where bank = $1'
const WRITE = 'update app.bank_books set position = $3, book = $4 where bank = $1 and position = $2'

const bookJson = ({ sums, open }: Pick<BankBook, 'sums' | 'open'>): string =>
  toJson({ sums, open: [...open.values()] })

/** The stored book of a bank; an empty one where there is none yet. */
export const readBook = async (pool: Pool, bank: string): Promise<BankBook> => {
  await pool.query(BEGIN, [bank, bookJson(emptyBankBook())])
  const { rows } = await pool.query<{ position: bigint; book: unknown }>(READ, [bank])
  const [row] = rows
  if (!row) throw new Error(`The books of the bank ${bank} were begun and cannot be found`)
  const { sums, open } = StoredBook.parse(row.book)
  return { position: row.position, sums, open: new Map(open.map((item) => [item.key, item])) }
}

/** Stores a book in place of the one up to `before`; false when another process has stored one meanwhile. */
export const writeBook = async (
  client: PoolClient,
  bank: string,
  before: bigint,
  book: BankBook,
): Promise<boolean> => {
  const { rowCount } = await client.query(WRITE, [
    bank,
    before.toString(),
    book.position.toString(),
    bookJson(book),
  ])
  return rowCount === 1
}
