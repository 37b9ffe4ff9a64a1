import type { Pool } from 'pg'
import { NIL } from 'uuid'
import { addMonths } from '../../events/calendar.ts'
import { int8, nullable, text, uuid } from '../columns.ts'
import { readRows, rowsQuery } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { dayColumns, walletDay, type DayAccount } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

export type AccountBalances = Readonly<Record<DayAccount, bigint>>

/** The sums of member `$1`: ended runs in `wallet_day`, and the current run in the wallet's row. */
const DAYS = `(
    select ${dayColumns()} from ${READ_SCHEMA}.wallet_day where member_id = $1
    union all select ${dayColumns()} from ${READ_SCHEMA}.wallet where member_id = $1 and day is not null
  ) as sums`

/** Zero in every account. */
export const noAccountBalances = (): Record<DayAccount, bigint> => ({
  USD: 0n,
  USDC: 0n,
  YUT: 0n,
  'YUT staked': 0n,
})

/** Balances of a member's accounts before and after a period, and the ledger positions of its movements. */
interface PeriodBalances {
  readonly opening: AccountBalances
  readonly closing: AccountBalances
  /** Positions of the first and the last movement; null when there was none. */
  readonly positions: { readonly first: bigint; readonly last: bigint } | null
}

const Period = shape({
  account: walletDay.columns.account,
  opening: int8,
  closing: int8,
  first: nullable(int8),
  last: nullable(int8),
})

/** @param from first day, `yyyy-mm-dd` @param until the day after the last one */
export const periodBalancesOf = async (
  pool: Pool,
  memberId: string,
  from: string,
  until: string,
): Promise<PeriodBalances> => {
  const rows = await readRows(pool, Period, {
    name: 'read_period_balances',
    text: `select account,
        coalesce(sum(in_minor - out_minor) filter (where day < $2::date), 0)::bigint as opening,
        sum(in_minor - out_minor)::bigint as closing,
        min(first_position) filter (where day >= $2::date) as first,
        max(last_position) filter (where day >= $2::date) as last
      from ${DAYS} where day < $3::date group by account`,
    values: [memberId, from, until],
  })
  const opening = noAccountBalances()
  const closing = noAccountBalances()
  let positions: { first: bigint; last: bigint } | null = null
  for (const { account, first, last, ...row } of rows) {
    opening[account] = row.opening
    closing[account] = row.closing
    if (first === null || last === null) continue
    positions = {
      first: positions && positions.first < first ? positions.first : first,
      last: positions && positions.last > last ? positions.last : last,
    }
  }
  return { opening, closing, positions }
}

const DaySum = shape({
  /** `yyyy-mm-dd` */
  day: text(),
  account: walletDay.columns.account,
  /** In minus out. */
  net: int8,
  earned: int8,
  deposited: int8,
  /** In plus out. */
  moved: int8,
  moves: int8,
})
/** The sums of one account over one day (UTC), in minor units. */
export type DaySums = RowOf<typeof DaySum.columns>

/**
 * A member's days with movements, oldest first; what was before `since` (`yyyy-mm-dd`) is summed as of its month's
 * first.
 */
export const daySumsOf = rowsQuery(DaySum, {
  name: 'read_day_sums',
  text: `select to_char(case when day < $2::date then date_trunc('month', day) else day end, 'YYYY-MM-DD') as day,
        account,
        sum(in_minor - out_minor)::bigint as net,
        sum(earned_minor)::bigint as earned,
        sum(deposited_minor)::bigint as deposited,
        sum(in_minor + out_minor)::bigint as moved,
        sum(moves)::bigint as moves
      from ${DAYS} group by 1, account order by 1, account`,
  values: (memberId: string, since: string) => [memberId, since],
})

/** SQL of the sum of what came in minus what went out in account `account` since day `since`, of member `$1`. */
export const netSince = (account: string, since: string): string =>
  `(select coalesce(sum(in_minor - out_minor - other_minor), 0)::bigint from ${DAYS}
      where account = ${account} and day >= ${since}::date)`

const Interest = shape({ memberId: uuid, minor: int8 })

/**
 * The interest that came in during a calendar month (UTC, `yyyy-mm`), in cents, of `limit` wallets in the order of
 * their members' ids, from after `after` on; 0 where there was none.
 */
export const interestOf = rowsQuery(Interest, {
  name: 'read_interest_of_month',
  text: `select one.member_id, coalesce(sum(sums.earned_minor), 0)::bigint as minor
      from (
        select * from ${READ_SCHEMA}.wallet where member_id > $1 order by member_id limit $4
      ) as one
      left join lateral (
        select day.earned_minor from ${READ_SCHEMA}.wallet_day as day
        where day.member_id = one.member_id and day.account = 'USD' and day.day >= $2::date and day.day < $3::date
        union all
        select one.earned_minor where one.account = 'USD' and one.day >= $2::date and one.day < $3::date
      ) as sums on true
      group by one.member_id order by one.member_id`,
  values: (month: string, after: string | null, limit: number) => [
    after ?? NIL,
    `${month}-01`,
    `${addMonths(month, 1)}-01`,
    limit,
  ],
})
