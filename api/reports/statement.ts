import type { Person } from '../contract/person.ts'
import type { Pool } from 'pg'
import { addMonths } from '../../events/calendar.ts'
import { formatMinor } from '../../events/money.ts'
import type { ActivityLine } from '../../projections/activity/table.ts'
import { movementsOf } from '../../projections/activity/queries.ts'
import { ACCOUNTS, currencyOf, type DayAccount } from '../../projections/daily/table.ts'
import { periodBalancesOf, type AccountBalances } from '../../projections/daily/queries.ts'

/** One movement, with the account's balance after it. Minor units, signed. */
export interface StatementLine {
  readonly account: DayAccount
  readonly minor: bigint
  readonly balance: bigint
  readonly activity: ActivityLine
}

/** Figures of a wallet's month; every account's closing balance is its opening balance plus its lines. */
interface StatementFigures {
  readonly month: string
  /** ISO times, the end exclusive. */
  readonly from: string
  readonly until: string
  readonly opening: AccountBalances
  readonly closing: AccountBalances
  readonly lines: readonly StatementLine[]
}

/** The figures together with names and messages. */
export interface Statement extends StatementFigures {
  readonly owner: Person
  readonly counterparty: (memberId: string) => Person
  /** Message of a line, by the line's position. */
  readonly messages: ReadonlyMap<bigint, string>
  /** ISO time of the query; the month may not be over by then. */
  readonly readAt: string
}

/** Lines per query. */
const PAGE_LINES = 5_000

const linesOf = async (
  pool: Pool,
  memberId: string,
  stretch: { first: bigint; last: bigint; from: string; until: string },
  pageLines: number,
): Promise<readonly ActivityLine[]> => {
  const lines: ActivityLine[] = []
  let firstPosition = stretch.first
  for (;;) {
    const { last: lastPosition, from, until } = stretch
    const within = { firstPosition, lastPosition, from, until }
    const page = await movementsOf(pool, memberId, within, pageLines)
    lines.push(...page)
    const last = page.at(-1)
    if (!last || page.length < pageLines) return lines
    firstPosition = last.position + 1n
  }
}

/** Staking moves tokens from the YUT account to the staked one; unstaking moves them back. */
const accountsOf = ({
  kind,
  currency,
  minor,
}: ActivityLine): readonly (readonly [account: DayAccount, minor: bigint])[] => {
  if (currency === null || minor === null) return []
  if (kind !== 'stake' && kind !== 'unstake') return [[currency, minor]]
  return [
    ['YUT', minor],
    ['YUT staked', -minor],
  ]
}

/** Computes the balance after each line from the opening balances. Pure. */
export const runningLines = (
  opening: AccountBalances,
  activity: readonly ActivityLine[],
): { readonly lines: readonly StatementLine[]; readonly closing: AccountBalances } => {
  const closing = { ...opening }
  const lines = activity.flatMap((line) =>
    accountsOf(line).map(([account, minor]): StatementLine => {
      closing[account] += minor
      return { account, minor, balance: closing[account], activity: line }
    }),
  )
  return { lines, closing }
}

/**
 * Figures of a member's month. Null when the read models are being updated: the sums by day and the single lines must
 * give the same closing balances, otherwise there is no statement.
 */
export const statementFigures = async (
  pool: Pool,
  memberId: string,
  month: string,
  pageLines = PAGE_LINES,
): Promise<StatementFigures | null> => {
  const [firstDay, dayAfter] = [`${month}-01`, `${addMonths(month, 1)}-01`]
  const [from, until] = [`${firstDay}T00:00:00.000Z`, `${dayAfter}T00:00:00.000Z`]
  const { opening, closing, positions } = await periodBalancesOf(pool, memberId, firstDay, dayAfter)
  const activity = positions ? await linesOf(pool, memberId, { ...positions, from, until }, pageLines) : []
  const running = runningLines(opening, activity)
  if (ACCOUNTS.some((account) => running.closing[account] !== closing[account])) return null
  return { month, from, until, opening, closing, lines: running.lines }
}

/** Minor units of an account as decimal text in currency units. */
export const amountText = (account: DayAccount, minor: bigint): string =>
  formatMinor(currencyOf(account), minor)

const KIND_LABELS: Readonly<Record<string, string>> = {
  yut_grant: 'YUT grant',
  deposit_reversed: 'Deposit returned',
}

/** "Transfer sent" for `transfer_sent`. */
export const kindLabel = (kind: string): string => {
  const known = KIND_LABELS[kind]
  if (known !== undefined) return known
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
