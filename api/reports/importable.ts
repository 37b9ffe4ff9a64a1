import type { LedgerAccount } from '../contract/reports.ts'
import { csvRows, inertText } from '../contract/csv.ts'
import type { DayAccount } from '../../projections/daily/table.ts'
import { amountText, kindLabel, type Statement } from './statement.ts'

/** A movement of one account, as other programs import it. */
export interface ImportLine {
  /** `yyyy-mm-dd`, UTC. */
  readonly date: string
  /** Signed, in currency units: "-12.34". */
  readonly amount: string
  /** Who is on the other side, else what kind of movement it is. */
  readonly payee: string
  /** The message; empty without one. */
  readonly notes: string
  /** The id of the event in the ledger, without hyphens and after a `y`: the same in every file and format. */
  readonly id: string
  /** A kind of activity line. */
  readonly kind: string
}

/** One account of a month, for other programs. Amounts in currency units, signed. */
export interface ImportableAccount {
  readonly account: DayAccount
  readonly month: string
  /** 33 characters of the member's own. */
  readonly accountId: string
  readonly owner: string
  /** ISO times: from when, until when (exclusive; now while the month is not over), and when it was read. */
  readonly from: string
  readonly until: string
  readonly readAt: string
  readonly isClosed: boolean
  readonly opening: string
  readonly closing: string
  readonly lines: readonly ImportLine[]
}

const ACCOUNT_OF: Readonly<Record<LedgerAccount, DayAccount>> = {
  usd: 'USD',
  usdc: 'USDC',
  yut: 'YUT',
  'yut:staked': 'YUT staked',
}

/** Begins with a letter: some importers read digits alone, or with one e in between, as a number. */
const plain = (id: string): string => `y${id.replaceAll('-', '')}`

/** One account of a statement. Movements of nothing, such as interest of less than a cent, are left out. */
export const importable = (
  { lines, opening, closing, counterparty, messages, owner, month, from, until, readAt }: Statement,
  wanted: LedgerAccount,
  memberId: string,
): ImportableAccount => {
  const account = ACCOUNT_OF[wanted]
  return {
    account,
    month,
    accountId: plain(memberId),
    owner: owner.name,
    from,
    until: readAt < until ? readAt : until,
    readAt,
    isClosed: readAt >= until,
    opening: amountText(account, opening[account]),
    closing: amountText(account, closing[account]),
    lines: lines
      .filter((line) => line.account === account && line.minor !== 0n)
      .map(({ minor, activity: { occurredAt, id, kind, counterpartyId, position } }) => ({
        date: occurredAt.slice(0, 10),
        amount: amountText(account, minor),
        payee: counterpartyId === null ? kindLabel(kind) : counterparty(counterpartyId).name,
        notes: messages.get(position) ?? '',
        id: plain(id),
        kind,
      })),
  }
}

/** An account as CSV that programs import: a line for each movement and nothing else, without a byte order mark. */
export const importableCsv = ({ lines }: ImportableAccount): string =>
  csvRows(
    [
      ['Date', 'Payee', 'Notes', 'Amount', 'Id'],
      ...lines.map(({ date, payee, notes, amount, id }) => [
        date,
        inertText(payee),
        inertText(notes),
        amount,
        id,
      ]),
    ],
    [false, true, true, false, false],
  )
