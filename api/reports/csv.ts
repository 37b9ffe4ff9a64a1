import { BYTE_ORDER_MARK, csvRows, inertText } from '../contract/csv.ts'
import { ACCOUNTS } from '../../projections/daily/table.ts'
import { amountText, kindLabel, type Statement, type StatementLine } from './statement.ts'

const HEADER = [
  'Date (UTC)',
  'Type',
  'Counterparty',
  'Handle',
  'Message',
  'Account',
  'Amount',
  'Balance',
  'Status',
  'Reference',
]

/** Columns to quote: all but times and numbers. */
const IS_TEXT = HEADER.map((name) => !['Date (UTC)', 'Amount', 'Balance'].includes(name))

type Row = readonly (string | null)[]

const balanceRow = (at: string, label: string, account: string, balance: string): Row => [
  at,
  label,
  null,
  null,
  null,
  account,
  null,
  balance,
  null,
  null,
]

const lineRow = (
  { counterparty, messages }: Statement,
  { account, minor, balance, activity }: StatementLine,
): Row => {
  const person = activity.counterpartyId === null ? null : counterparty(activity.counterpartyId)
  return [
    activity.occurredAt,
    inertText(kindLabel(activity.kind)),
    inertText(person?.name ?? ''),
    inertText(person?.handle ?? ''),
    inertText(messages.get(activity.position) ?? ''),
    account,
    amountText(account, minor),
    amountText(account, balance),
    activity.status,
    activity.transferId ?? activity.id,
  ]
}

/** A statement as CSV: opening balances, every movement with the balance after it, closing balances. */
export const statementCsv = (statement: Statement): string => {
  const { from, until, readAt, opening, closing, lines } = statement
  const endsAt = readAt < until ? readAt : until
  const rows = [
    ...ACCOUNTS.map((account) =>
      balanceRow(from, 'Opening balance', account, amountText(account, opening[account])),
    ),
    ...lines.map((line) => lineRow(statement, line)),
    ...ACCOUNTS.map((account) =>
      balanceRow(endsAt, 'Closing balance', account, amountText(account, closing[account])),
    ),
  ]
  return BYTE_ORDER_MARK + csvRows([HEADER], true) + csvRows(rows, IS_TEXT)
}
