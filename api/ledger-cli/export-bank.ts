import { dayOf } from '../../events/calendar.ts'
import { systemClock } from '../../events/ids.ts'
import { formatMinor } from '../../events/money.ts'
import { createPool } from '../database/database.ts'
import { statementOn } from '../reconciliation/statements.ts'
import { copiedTransactions, type CopiedTransaction } from '../reconciliation/transactions.ts'
import { bankUnread } from './bank-unread.ts'
import type { Context } from './command.ts'
import { UsageError } from './failure.ts'

/** One transaction of the bank, with the balance after it in cents. */
type Line = CopiedTransaction & { readonly balance: bigint }

const usd = (cents: bigint): string => `${formatMinor('USD', cents)} USD`
const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

/** What is in a comment or in quotes: ids of a bank's making, without what would end it. */
const quoted = (text: string): string => text.replaceAll(/["\\,;()\n]/g, ' ')

const hledger = (bank: string, lines: readonly Line[]): string => {
  const kinds = [...new Set(lines.map(({ kind }) => kind))].toSorted()
  const entries = lines.map(
    ({ id, at, amountMinor, kind, reference, matches, balance }) =>
      `\n${dayOf(at)} * (${quoted(id)}) ${kind}  ; time:${at.toISOString()}, matches:${matches ?? ''}, reference:${quoted(reference ?? '')}\n` +
      `    statement:${bank}  ${usd(amountMinor)} = ${usd(balance)}\n    statement:of:${kind}  ${usd(-amountMinor)}\n`,
  )
  const accounts = [`statement:${bank}`, ...kinds.map((kind) => `statement:of:${kind}`)]
  return `; The statement of the bank ${bank}, as the server copied it: beside asset:bank, not a part of it.
decimal-mark .
commodity 1000.00 USD
${entries.join('')}\n${accounts.map((account) => `account ${account}\n`).join('')}`
}

const beancount = (bank: string, lines: readonly Line[]): string => {
  const [first] = lines
  const own = `Assets:Statement:${capital(bank)}`
  const of = (kind: string) => `Equity:Statement:${capital(kind)}`
  const kinds = [...new Set(lines.map(({ kind }) => kind))].toSorted()
  const opened = first ? [own, ...kinds.map(of)].map((name) => `${dayOf(first.at)} open ${name}\n`) : []
  const entries = lines.map(
    ({ id, at, amountMinor, kind, reference, matches }) =>
      `\n${dayOf(at)} * "${kind}"\n  transaction: "${quoted(id)}"\n  time: "${at.toISOString()}"\n` +
      `  matches: "${matches ?? ''}"\n  reference: "${quoted(reference ?? '')}"\n` +
      `  ${own}  ${usd(amountMinor)}\n  ${of(kind)}  ${usd(-amountMinor)}\n`,
  )
  return `; The statement of the bank ${bank}, as the server copied it: beside Assets:Bank, not a part of it.
option "title" "The bank's statement"\n${opened.join('')}${entries.join('')}`
}

const FORMATS: Readonly<Record<string, typeof hledger>> = { hledger, beancount }

/** Writes the bank's side: its transactions as the server has copied them, and what of the ledger each of them is. */
export const exportBank = async (
  { databaseUrl, json, out }: Pick<Context, 'databaseUrl' | 'json' | 'out'>,
  format: string,
): Promise<void> => {
  const write = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined
  if (!write) throw new UsageError("The bank's side is written with --format hledger or beancount")
  const pool = createPool(databaseUrl, { max: 1, name: 'export-bank' })
  try {
    const latest = await statementOn(pool)
    if (!latest) {
      const unread = bankUnread(systemClock())
      // The file that this is written to says why it has no transaction, and is one that both programs read.
      if (!json) await out(`; ${unread.message}\n`)
      throw unread
    }
    let balance = 0n
    const lines = (await copiedTransactions(pool, latest.bank, 'all')).map((one) => {
      balance += one.amountMinor
      return { ...one, balance }
    })
    await out(write(latest.bank, lines))
  } finally {
    await pool.end()
  }
}
