import type { Pool } from 'pg'
import type { DayAccount } from './changes.ts'

export type AccountBalances = Readonly<Record<DayAccount, bigint>>

/** Zero in every account. */
export const noAccountBalances = (): Record<DayAccount, bigint> => ({
  USD: 0n,
  USDC: 0n,
  YUT: 0n,
  'YUT staked': 0n,
})

/** What a member's accounts held before and after a period, and where in the ledger its movements stand. */
export interface PeriodBalances {
  readonly opening: AccountBalances
  readonly closing: AccountBalances
  /** Positions of the first and the last movement; null when there was none. */
  readonly positions: { readonly first: bigint; readonly last: bigint } | null
}

interface PeriodRow {
  account: DayAccount
  opening: string
  closing: string
  first: string | null
  last: string | null
}

/** @param from first day, `yyyy-mm-dd` @param until the day after the last one */
export const periodBalancesOf = async (
  pool: Pool,
  memberId: string,
  from: string,
  until: string,
): Promise<PeriodBalances> => {
  const { rows } = await pool.query<PeriodRow>({
    name: 'read_period_balances',
    text: `select account,
        coalesce(sum(in_minor - out_minor) filter (where day < $2::date), 0)::text as opening,
        sum(in_minor - out_minor)::text as closing,
        min(first_position) filter (where day >= $2::date)::text as first,
        max(last_position) filter (where day >= $2::date)::text as last
      from read.wallet_day where member_id = $1 and day < $3::date group by account`,
    values: [memberId, from, until],
  })
  const opening = noAccountBalances()
  const closing = noAccountBalances()
  let positions: { first: bigint; last: bigint } | null = null
  for (const row of rows) {
    opening[row.account] = BigInt(row.opening)
    closing[row.account] = BigInt(row.closing)
    if (row.first === null || row.last === null) continue
    const [first, last] = [BigInt(row.first), BigInt(row.last)]
    positions = {
      first: positions && positions.first < first ? positions.first : first,
      last: positions && positions.last > last ? positions.last : last,
    }
  }
  return { opening, closing, positions }
}

/** The sums of one account over one calendar month (UTC, `yyyy-mm`), in minor units. */
export interface MonthSums {
  readonly month: string
  readonly account: DayAccount
  /** In less out. */
  readonly net: bigint
  readonly earned: bigint
  readonly deposited: bigint
  /** Of this, on or after the day asked for. */
  readonly recent: {
    readonly earned: bigint
    readonly deposited: bigint
    /** In and out alike. */
    readonly moved: bigint
    readonly moves: bigint
  }
}

interface MonthRow {
  month: string
  account: DayAccount
  net: string
  earned: string
  deposited: string
  recent_earned: string
  recent_deposited: string
  recent_moved: string
  recent_moves: string
}

/** A member's months, oldest first; `since` (`yyyy-mm-dd`) is where the recent part begins. */
export const monthSumsOf = async (
  pool: Pool,
  memberId: string,
  since: string,
): Promise<readonly MonthSums[]> => {
  const { rows } = await pool.query<MonthRow>({
    name: 'read_month_sums',
    text: `select to_char(day, 'YYYY-MM') as month, account,
        sum(in_minor - out_minor)::text as net,
        sum(earned_minor)::text as earned,
        sum(deposited_minor)::text as deposited,
        coalesce(sum(earned_minor) filter (where day >= $2::date), 0)::text as recent_earned,
        coalesce(sum(deposited_minor) filter (where day >= $2::date), 0)::text as recent_deposited,
        coalesce(sum(in_minor + out_minor) filter (where day >= $2::date), 0)::text as recent_moved,
        coalesce(sum(moves) filter (where day >= $2::date), 0)::text as recent_moves
      from read.wallet_day where member_id = $1 group by month, account order by month, account`,
    values: [memberId, since],
  })
  return rows.map((row) => ({
    month: row.month,
    account: row.account,
    net: BigInt(row.net),
    earned: BigInt(row.earned),
    deposited: BigInt(row.deposited),
    recent: {
      earned: BigInt(row.recent_earned),
      deposited: BigInt(row.recent_deposited),
      moved: BigInt(row.recent_moved),
      moves: BigInt(row.recent_moves),
    },
  }))
}
