import type { Pool } from 'pg'
import type { Fund } from '../../events/pools/pool.ts'
import type { Holding } from '../../events/pools/holding.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { int8, numeric } from '../columns.ts'
import { END, exportQuery, readRows, rowQuery, rowsQuery, type Page } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { pool, poolActivity, poolDay } from './tables.ts'
import { READ_SCHEMA } from '../schema.ts'

/** A pool and its yield in the month: its value now, less its value before the month and the net inflow since. */
const Listed = shape({ ...pool.columns, monthYield: int8 })
const SELECT = `
  select ${pool.list('pool')}, (pool.value_minor - coalesce(before.value_minor, 0) - month.flow)::bigint as month_yield
  from ${READ_SCHEMA}.pool
  cross join lateral (select coalesce(sum(flow_minor), 0) as flow from ${READ_SCHEMA}.pool_day
    where pool_id = pool.id and day >= $1::date) as month
  left join lateral (select value_minor from ${READ_SCHEMA}.pool_day where pool_id = pool.id and day < $1::date
    order by day desc limit 1) as before on true`

const HELD = ['units', 'cash', 'cost', 'principalMinor', 'price', 'valuedOn', 'growth'] as const
const FUND = ['poolType', 'risk'] as const

/** Groups a pool's columns into its fund and its holding. */
const withHolding = <Row extends Pick<RowOf<typeof pool.columns>, (typeof HELD | typeof FUND)[number]>>({
  poolType,
  risk,
  units,
  cash,
  cost,
  principalMinor: principal,
  price,
  valuedOn: day,
  growth,
  ...row
}: Row) => {
  const fund: Fund = { poolType, risk }
  const holding: Holding = { units, cash, cost, principal, price, day, growth }
  return { ...row, fund, holding }
}

/** A pool as of the checkpoint of the projection `pools`, with its yield since the month began. */
export type PoolRow = ReturnType<typeof withHolding<RowOf<typeof Listed.columns>>>

/** A member's pools, open ones first, then the newest. @param month the first UTC day of the month */
export const poolsOf = rowsQuery(Listed, {
  name: 'read_pools_of',
  text: `${SELECT} where member_id = $2 order by status = 'closed', created_position desc`,
  values: (memberId: string, month: string) => [month, memberId],
  as: (row) => withHolding(row),
})

/** A member's pool; null when they have none with this id. */
export const poolById = rowQuery(Listed, {
  name: 'read_pool',
  text: `${SELECT} where pool.id = $2 and member_id = $3`,
  values: (memberId: string, id: string, month: string) => [month, id, memberId],
  as: withHolding,
})

/** A pool at the end of a day; cents, 10^-8 units, millionths of a dollar. */
export type PoolDayRow = RowOf<typeof poolDay.columns>

/** The newest days of a pool, oldest first. */
export const poolDaysOf = async (
  from: Pool,
  poolId: string,
  days: number,
): Promise<readonly PoolDayRow[]> => {
  const rows = await readRows(from, poolDay, {
    name: 'read_pool_days',
    text: `select ${poolDay.list()} from ${READ_SCHEMA}.pool_day where pool_id = $1 order by pool_day.day desc limit $2`,
    values: [poolId, days],
  })
  return rows.toReversed()
}

/** A line of a pool's activity. */
export type PoolLine = RowOf<typeof poolActivity.columns>

/** A pool's activity, newest first. @param page.before only lines at smaller positions */
export const poolLinesOf = rowsQuery(poolActivity, {
  name: 'read_pool_lines',
  text: `select ${poolActivity.list()} from ${READ_SCHEMA}.pool_activity
      where pool_id = $1 and position < $2 order by position desc limit $3`,
  values: (poolId: string, page: Page) => [poolId, page.before?.toString() ?? END, page.limit],
})

const Due = pool.pick('id', 'poolType', 'risk', 'valuedOn')

/** Open pools that are not valued for `today` (UTC day), those furthest behind first. */
export const poolsToValue = rowsQuery(Due, {
  name: 'read_pools_to_value',
  text: `select ${Due.list()} from ${READ_SCHEMA}.pool
      where status = 'open' and pool.valued_on < $1::date order by pool.valued_on, id limit $2`,
  values: (today: string, limit: number) => [today, limit],
  as: ({ id: poolId, valuedOn, ...fund }) => ({ poolId, fund, valuedOn }),
})

const Sums = shape({
  ...pool.pick(...FUND).columns,
  units: numeric,
  taken: numeric,
  cash: numeric,
  transactions: int8,
})

/** What the pools of a fund have together. */
export interface FundSums {
  readonly fund: Fund
  /** 10^-8 units. */
  readonly units: bigint
  /** 10^-8 units that the platform has taken from pools that were closed. */
  readonly taken: bigint
  /** Grains. */
  readonly cash: bigint
  /** Number of contributions, payments and the like. */
  readonly transactions: bigint
}

/** The sums of all funds. It reads every pool: once a day, to reconcile them with the broker. */
export const sumsOfFunds = rowsQuery(Sums, {
  name: 'sums_of_funds',
  text: `select pool_type, risk, sum(units)::numeric as units, sum(taken)::numeric as taken, sum(cash)::numeric as cash,
      sum(transactions)::bigint as transactions
    from ${READ_SCHEMA}.pool group by pool_type, risk order by pool_type, risk`,
  values: () => [],
  as: ({ poolType, risk, ...sums }): FundSums => ({ fund: { poolType, risk }, ...sums }),
})

const Paying = pool.pick('id', 'memberId', ...FUND, ...HELD)

/** A pool that pays bills, with the holding that limits what it can pay. */
export type PayingPoolRow = ReturnType<typeof withHolding<RowOf<typeof Paying.columns>>>

/** The open auto-pay pools of members. */
export const payingPoolsOf = rowsQuery(Paying, {
  name: 'read_paying_pools',
  text: `select ${Paying.list()}
      from ${READ_SCHEMA}.pool where member_id = any($1::uuid[]) and status = 'open' and auto_pay order by id`,
  values: (memberIds: readonly string[]) => [memberIds],
  as: (row) => withHolding(row),
})

/** Names of a member's pools, by id. */
export const poolNamesOf = async (
  from: Pool,
  memberId: string,
): Promise<ReadonlyMap<string, EncryptedText>> => {
  const rows = await readRows(from, pool.pick('id', 'name'), {
    name: 'read_pool_names',
    text: `select id, name from ${READ_SCHEMA}.pool where member_id = $1`,
    values: [memberId],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A member's pools for their data export, oldest first. */
export const poolsForExport = exportQuery<{ readonly name: EncryptedText }>({
  name: 'export_pools',
  text: `select id, name, pool_type, risk, status, auto_pay, contributed_minor::text, withdrawn_minor::text,
        value_minor::text, created_at, closed_at
      from ${READ_SCHEMA}.pool where member_id = $1 order by created_position`,
})

/** Counts of a member's open pools, and of transfers in flight between pools and the wallet. */
export const poolsLeft = rowQuery(shape({ open: int8, moving: int8 }), {
  name: 'read_pools_left',
  text: `select
        (select count(*) from ${READ_SCHEMA}.pool where member_id = $1 and status = 'open') as open,
        (select count(*) from ${READ_SCHEMA}.pool_transfer where member_id = $1 and status = 'processing') as moving`,
  values: (memberId: string) => [memberId],
})
