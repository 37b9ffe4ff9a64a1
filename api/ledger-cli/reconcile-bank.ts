import { createAudit } from '../../events/audit/audit.ts'
import { systemClock } from '../../events/ids.ts'
import { readGiven } from '../config/given-file.ts'
import { createPool } from '../database/database.ts'
import { bookAfter, emptyBankBook, type BankBook } from '../reconciliation/bank-book.ts'
import { matched } from '../reconciliation/matching.ts'
import { agrees, statementOf } from '../reconciliation/statement.ts'
import { statementText } from '../reconciliation/statement-text.ts'
import { statementOn } from '../reconciliation/statements.ts'
import { copiedTransactions } from '../reconciliation/transactions.ts'
import type { BankTransaction } from '../withdrawals/paying-bank.ts'
import { bankListIn, KINDS } from './bank-list.ts'
import { bankUnread } from './bank-unread.ts'
import type { Command, Context } from './command.ts'
import { BankDiffers } from './failure.ts'
import { readUpTo } from './moment.ts'
import { jsonLine } from './printable.ts'

/** What the bank says: its transactions, what lies there by them, and as of when. */
interface BankSide {
  readonly bank: string
  readonly transactions: readonly BankTransaction[]
  readonly bankCents: bigint
  readonly at: Date
}

/** @throws {UsageError} a line of the file is not `id,time,cents,kind,reference` */
const sideOfFile = (path: string): BankSide => {
  const transactions = bankListIn(readGiven(path), path)
  const bankCents = transactions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  // The sandbox's days may lie ahead.
  const at = new Date(Math.max(Date.now(), ...transactions.map((one) => one.at.getTime())))
  return { bank: path, transactions, bankCents, at }
}

/** The server's copy of the bank's transactions, with the balance that it read beside them. */
const sideOfServer = async ({ databaseUrl }: Pick<Context, 'databaseUrl'>): Promise<BankSide> => {
  const pool = createPool(databaseUrl, { max: 1, name: 'reconcile-bank' })
  try {
    const latest = await statementOn(pool)
    if (!latest) throw bankUnread(systemClock())
    const { bank, bankCents, at } = latest
    return { bank, bankCents, at: new Date(at), transactions: await copiedTransactions(pool, bank, 'all') }
  } finally {
    await pool.end()
  }
}

/** The ledger's side of the whole log, every rule of which is checked on the way. */
const bookOfLog = async ({ store, dense, progress }: Context, bank: string | null): Promise<BankBook> => {
  const audit = createAudit({ dense })
  let book = emptyBankBook()
  for await (const { recorded } of readUpTo(store, null)) {
    audit.check(recorded)
    book = bookAfter(book, [recorded], bank)
    progress(audit.events())
  }
  return book
}

export const reconcileBank: Command = {
  name: 'reconcile-bank',
  usage: 'reconcile-bank [--statement <file>]',
  summary: "hold the bank's transactions against the whole log, one by one",
  help: `Matches each transaction of the bank once with a movement of the ledger, and the other way round, from the whole
log, as if no day had been looked at before. What has to lie at the bank is the ledger's asset:bank: what is owed to members, in pools,
in flight and to billers, and the house's own, less what the card processor and the market have. It names every difference
by its transaction or event; what one side will have within two banking days is in transit.

The bank's side is the copy that the server made at its latest reconciliation, with the balance that the bank said then.

  --statement <file>  the bank's own list in its place, from the account's first day on: lines of id,time,cents,kind,reference
                      (ISO times; cents below zero leave the bank; kinds: ${KINDS.join(', ')};
                      reference: the key that we gave the bank, or nothing). No line of it may have come from us.`,
  options: { statement: 'text' },
  takes: 0,
  run: async (context, given) => {
    const file = given.text('statement')
    const { bank, bankCents, at, transactions } = await (file === null
      ? sideOfServer(context)
      : sideOfFile(file))
    const book = await bookOfLog(context, file === null ? bank : null)
    const found = matched(book, transactions, { taken: new Set(), now: at })
    const statement = statementOf(book, found, { bank, bankCents, at })
    await context.out(
      context.json
        ? jsonLine({ ok: agrees(statement), matched: found.matches.length, ...statement })
        : `${statementText(statement)}\n${found.matches.length} transactions were matched.\n`,
    )
    if (!agrees(statement))
      throw new BankDiffers(`The bank and the ledger differ in ${statement.differences.length} places`)
  },
}
