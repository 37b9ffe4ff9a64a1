import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { walletsOwed } from '../../projections/wallet/queries.ts'
import { reportOfHouse } from '../cases/house-cases.ts'
import { inTransaction } from '../database/database.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { PayingBank } from '../withdrawals/paying-bank.ts'
import { copyBank } from './bank-copy.ts'
import { bookAfter, type BankBook } from './bank-book.ts'
import { createBookings } from './bookings.ts'
import { keyOf, matched, type Matching } from './matching.ts'
import { readBook, writeBook } from './stored-book.ts'
import { statementOf, type Statement } from './statement.ts'
import { differenceLine } from './statement-text.ts'
import { keepStatement } from './statements.ts'
import { changedTransactions, copiedTransactions, keepMatches, takenKeys } from './transactions.ts'

/** A bank's book with everything that is in the log now. */
const broughtUp = async (
  store: Pick<EventStore, 'scan'>,
  bank: string,
  from: BankBook,
): Promise<BankBook> => {
  let book = from
  for await (const batch of store.scan({ after: from.position })) book = bookAfter(book, batch, bank)
  return book
}

/** What the ledger lacks of transactions of the bank, in cents by their ids. */
const lackingOf = ({ inTransit, differences }: Matching): ReadonlyMap<string, bigint> =>
  new Map([
    ...inTransit.flatMap(({ side, transaction, cents }) =>
      side === 'bank' && transaction !== null ? [[transaction, cents] as const] : [],
    ),
    ...differences.flatMap(({ transaction, bankCents: at, ledgerCents: here }) =>
      transaction === null ? [] : [[transaction, at - here] as const],
    ),
  ])

/** What a closed wallet is owed, on one line. */
const owedLine = ({ memberId, minor }: { readonly memberId: string; readonly minor: bigint }): string =>
  `${memberId} is owed $${formatMinor('USD', minor)}`

/** Without what was matched: what stays is what the next day looks at. */
const without = (book: BankBook, keys: readonly string[]): BankBook => {
  const open = new Map(book.open)
  for (const key of keys) open.delete(key)
  return { ...book, open }
}

/**
 * Holds the bank against the ledger: copies the bank's transactions, books what the bank did of itself, matches each
 * transaction with a movement of the ledger, and keeps the statement, all of it once whoever else does the same.
 * @returns null when another process was faster
 * @throws {BankUnavailable} nothing is kept but what was copied
 */
export const createReconciling = ({
  pool,
  store,
  wallets,
  bank,
  clock,
}: {
  readonly pool: Pool
  readonly store: EventStore
  readonly wallets: Pick<Wallets, 'execute'>
  readonly bank: Pick<PayingBank, 'name' | 'transactionsSince' | 'balanceMinor'>
  /** The time for money. */
  readonly clock: Clock
}): (() => Promise<Statement | null>) => {
  const { name } = bank
  const bookings = createBookings({ store, wallets, clock })

  return async () => {
    const before = await readBook(pool, name)
    const bankCents = await copyBank(pool, bank)
    const transactions = await copiedTransactions(pool, name, 'open')
    const now = clock()
    const taken = await takenKeys(pool, name, transactions.map(keyOf))
    let book = await broughtUp(store, name, before)
    let found = matched(book, transactions, { taken, now })
    if (await bookings.book(name, transactions, lackingOf(found))) {
      book = await broughtUp(store, name, book)
      found = matched(book, transactions, { taken, now })
    }
    const differences = [...found.differences, ...(await changedTransactions(pool, name))]
    const statement = statementOf(book, { ...found, differences }, { bank: name, bankCents, at: now })
    const owed = (await walletsOwed(pool)).map(owedLine)
    return inTransaction(
      pool,
      async (client) => {
        const matchedKeys = found.matches.flatMap(({ keys }) => keys)
        if (!(await writeBook(client, name, before.position, without(book, matchedKeys)))) return null
        await keepMatches(client, name, found.matches)
        await keepStatement(client, statement)
        await reportOfHouse(client, {
          kind: 'reconciliation',
          about: name,
          at: now,
          lines: statement.differences.map(differenceLine),
        })
        await reportOfHouse(client, { kind: 'owed', about: name, at: now, lines: owed })
        return statement
      },
      (kept) => kept !== null,
    )
  }
}
