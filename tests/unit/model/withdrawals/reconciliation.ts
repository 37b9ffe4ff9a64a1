import type { BankBook } from '../../../../api/reconciliation/bank-book.ts'
import { matched } from '../../../../api/reconciliation/matching.ts'
import { statementOf } from '../../../../api/reconciliation/statement.ts'
import type { BankTransaction } from '../../../../api/withdrawals/paying-bank.ts'
import { DAY_MS } from '../../../../events/calendar.ts'

/** So late that nothing is in transit any more. */
const LATER_MS = 30 * DAY_MS

const idIn = (key: string): string => key.slice(key.indexOf(' ') + 1)

/** What came in and what came back, which in the model members and the receiving bank do by an intent. */
const cameIn = ({
  key,
  cents,
}: {
  readonly key: string
  readonly cents: bigint | null
}): BankTransaction[] => {
  const kind = key.startsWith('in ') ? 'ach-in' : key.startsWith('back ') ? 'returned' : null
  return kind === null || cents === null
    ? []
    : [{ id: key, at: new Date(0), amountMinor: cents, kind, reference: idIn(key) }]
}

/** Holds what the bank has paid, by the keys of its orders, against the ledger: nothing is left on either side. */
export const checkBank = (book: BankBook, paid: ReadonlyMap<string, bigint>, now: Date): void => {
  const out = [...paid].map(([key, cents]): BankTransaction => ({
    id: key,
    at: new Date(0),
    amountMinor: -cents,
    kind: 'ach-out',
    reference: key,
  }))
  const transactions = [...out, ...[...book.open.values()].flatMap(cameIn)]
  const bankCents = transactions.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const at = new Date(now.getTime() + LATER_MS)
  const found = matched(book, transactions, { taken: new Set(), now: at })
  const { differences, inTransit } = statementOf(book, found, { bank: 'model', bankCents, at })
  const left = [...differences, ...inTransit].map(
    ({ key, transaction }) => key ?? transaction ?? 'the balance',
  )
  const unanswered = [...book.open.values()].flatMap(({ key, cents }) => (cents === null ? [key] : []))
  if (left.length + unanswered.length > 0)
    throw new Error(`The bank and the ledger differ: ${[...left, ...unanswered].join(', ')}`)
}
