import { ACCOUNTS } from '../../projections/daily/changes.ts'
import { amountText, kindLabel, type Statement, type StatementLine } from './statement.ts'

/**
 * What spreadsheets take for the beginning of a formula, also behind blanks and in full width.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u

/** A text as a quoted CSV cell (RFC 4180) that no spreadsheet runs: a formula is shown with an apostrophe. */
export const textCell = (text: string): string =>
  `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

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

const balanceRow = (at: string, label: string, account: string, balance: string): string =>
  [at, textCell(label), '', '', '', textCell(account), '', balance, '', ''].join(',')

const lineRow = (
  { counterparty, messages }: Statement,
  { account, minor, balance, activity }: StatementLine,
): string => {
  const person = activity.counterpartyId === null ? null : counterparty(activity.counterpartyId)
  return [
    activity.occurredAt,
    textCell(kindLabel(activity.kind)),
    textCell(person?.name ?? ''),
    textCell(person?.handle ?? ''),
    textCell(messages.get(activity.position) ?? ''),
    textCell(account),
    amountText(account, minor),
    amountText(account, balance),
    textCell(activity.status),
    textCell(activity.transferId ?? activity.id),
  ].join(',')
}

/** Spreadsheets read UTF-8 only with this in front. */
const BYTE_ORDER_MARK = '\u{FEFF}'

/** A statement as CSV: opening balances, every movement with the balance after it, closing balances. */
export const statementCsv = (statement: Statement): string => {
  const { from, until, readAt, opening, closing, lines } = statement
  const endsAt = readAt < until ? readAt : until
  const rows = [
    HEADER.map(textCell).join(','),
    ...ACCOUNTS.map((account) =>
      balanceRow(from, 'Opening balance', account, amountText(account, opening[account])),
    ),
    ...lines.map((line) => lineRow(statement, line)),
    ...ACCOUNTS.map((account) =>
      balanceRow(endsAt, 'Closing balance', account, amountText(account, closing[account])),
    ),
  ]
  return `${BYTE_ORDER_MARK}${rows.map((row) => `${row}\r\n`).join('')}`
}
