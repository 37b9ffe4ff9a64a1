import type { Pool } from 'pg'
import type { Fund } from '../../events/pools/pool.ts'
import type { Holding } from '../../events/pools/holding.ts'
import type { PoolType, RiskProfile } from '../../events/pools/terms.ts'
import { EncryptedText } from '../../events/wallet/encrypted-text.ts'
import type { PoolActivityKind, PoolLine } from './activity.ts'

/** A pool, as far as the projection `pools` has come. Amounts in cents unless they say otherwise. */
export interface PoolRow {
  readonly id: string
  readonly memberId: string
  readonly name: EncryptedText
  readonly fund: Fund
  readonly status: 'open' | 'closed'
  readonly autoPay: boolean
  readonly target: bigint
  readonly holding: Holding
  readonly contributed: bigint
  readonly withdrawn: bigint
  readonly bills: bigint
  /** Grains. */
  readonly dividends: bigint
  readonly realised: bigint
  readonly transactions: number
  /** Earned since the month began. */
  readonly monthYield: bigint
  readonly createdAt: string
  readonly closedAt: string | null
  readonly createdPosition: bigint
}

interface Row {
  id: string
  member_id: string
  name: unknown
  pool_type: PoolType
  risk: RiskProfile
  status: 'open' | 'closed'
  auto_pay: boolean
  target_minor: string | bigint
  units: string
  cash: string
  cost: string
  principal_minor: string | bigint
  price: string | bigint
  valued_on: string
  growth: string
  contributed_minor: string | bigint
  withdrawn_minor: string | bigint
  bills_minor: string | bigint
  dividends: string
  realised: string
  transactions: number
  month_yield: string
  created_at: Date
  closed_at: Date | null
  created_position: string | bigint
}

/** What a pool earned in a month: its value now, less that of the month before and what came in since. */
const SELECT = `
  select pool.id, member_id, name, pool_type, risk, status, auto_pay, target_minor, pool.units::text, cash::text,
    cost::text, principal_minor, pool.price, valued_on::text as valued_on, growth::text, contributed_minor,
    withdrawn_minor, bills_minor, dividends::text, realised::text, transactions, created_at, closed_at,
    created_position, (pool.value_minor - coalesce(before.value_minor, 0) - month.flow)::text as month_yield
  from read.pool
  cross join lateral (select coalesce(sum(flow_minor), 0) as flow from read.pool_day
    where pool_id = pool.id and day >= $1::date) as month
  left join lateral (select value_minor from read.pool_day where pool_id = pool.id and day < $1::date
    order by day desc limit 1) as before on true`

const poolFrom = (row: Row): PoolRow => ({
  id: row.id,
  memberId: row.member_id,
  name: EncryptedText.parse(row.name),
  fund: { poolType: row.pool_type, risk: row.risk },
  status: row.status,
  autoPay: row.auto_pay,
  target: BigInt(row.target_minor),
  holding: {
    units: BigInt(row.units),
    cash: BigInt(row.cash),
    cost: BigInt(row.cost),
    principal: BigInt(row.principal_minor),
    price: BigInt(row.price),
    day: row.valued_on,
    growth: BigInt(row.growth),
  },
  contributed: BigInt(row.contributed_minor),
  withdrawn: BigInt(row.withdrawn_minor),
  bills: BigInt(row.bills_minor),
  dividends: BigInt(row.dividends),
  realised: BigInt(row.realised),
  transactions: row.transactions,
  monthYield: BigInt(row.month_yield),
  createdAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  createdPosition: BigInt(row.created_position),
})

/** A member's pools, open ones first, then the newest. @param month the first UTC day of the month */
export const poolsOf = async (pool: Pool, memberId: string, month: string): Promise<readonly PoolRow[]> => {
  const { rows } = await pool.query<Row>({
    name: 'read_pools_of',
    text: `${SELECT} where member_id = $2 order by status = 'closed', created_position desc`,
    values: [month, memberId],
  })
  return rows.map(poolFrom)
}

/** A member's pool; null when they have none with this id. */
export const poolById = async (
  pool: Pool,
  memberId: string,
  id: string,
  month: string,
): Promise<PoolRow | null> => {
  const { rows } = await pool.query<Row>({
    name: 'read_pool',
    text: `${SELECT} where pool.id = $2 and member_id = $3`,
    values: [month, id, memberId],
  })
  return rows[0] ? poolFrom(rows[0]) : null
}

/** A pool at the end of a day; cents, 10^-8 units, millionths of a dollar. */
export interface PoolDayRow {
  readonly day: string
  readonly value: bigint
  readonly invested: bigint
  readonly price: bigint
  readonly units: bigint
  readonly cash: bigint
  readonly flow: bigint
}

/** The newest days of a pool, oldest first. */
export const poolDaysOf = async (
  pool: Pool,
  poolId: string,
  days: number,
): Promise<readonly PoolDayRow[]> => {
  const { rows } = await pool.query<
    Record<'day' | 'value' | 'invested' | 'price' | 'units' | 'cash' | 'flow', string>
  >({
    name: 'read_pool_days',
    text: `select day::text as day, value_minor::text as value, invested_minor::text as invested,
        price::text as price, units::text as units, cash_minor::text as cash, flow_minor::text as flow
      from read.pool_day where pool_id = $1 order by day desc limit $2`,
    values: [poolId, days],
  })
  return rows
    .map((row) => ({
      day: row.day,
      value: BigInt(row.value),
      invested: BigInt(row.invested),
      price: BigInt(row.price),
      units: BigInt(row.units),
      cash: BigInt(row.cash),
      flow: BigInt(row.flow),
    }))
    .toReversed()
}

interface LineRow {
  position: string | bigint
  id: string
  kind: PoolActivityKind
  minor: string | bigint | null
  dividends_minor: string | bigint | null
  gains_minor: string | bigint | null
  units: string | null
  price: string | bigint | null
  bill_id: string | null
  occurred_at: Date
}

const bigOrNull = (value: string | bigint | null): bigint | null => (value === null ? null : BigInt(value))
/** Above every position. */
const END = (2n ** 63n - 1n).toString()

/** What happened to a pool, newest first. @param page.before only lines at smaller positions */
export const poolLinesOf = async (
  pool: Pool,
  poolId: string,
  page: { readonly limit: number; readonly before?: bigint | undefined },
): Promise<readonly PoolLine[]> => {
  const { rows } = await pool.query<LineRow>({
    name: 'read_pool_lines',
    text: `select position, id, kind, minor, dividends_minor, gains_minor, units::text, price, bill_id, occurred_at
      from read.pool_activity where pool_id = $1 and position < $2 order by position desc limit $3`,
    values: [poolId, page.before?.toString() ?? END, page.limit],
  })
  return rows.map((row) => ({
    poolId,
    position: BigInt(row.position),
    id: row.id,
    kind: row.kind,
    minor: bigOrNull(row.minor),
    dividends: bigOrNull(row.dividends_minor),
    gains: bigOrNull(row.gains_minor),
    units: bigOrNull(row.units),
    price: bigOrNull(row.price),
    billId: row.bill_id,
    occurredAt: row.occurred_at.toISOString(),
  }))
}

/** Open pools that are not valued for `today` (UTC day), those furthest behind first. */
export const poolsToValue = async (
  pool: Pool,
  today: string,
  limit: number,
): Promise<readonly { readonly poolId: string; readonly fund: Fund; readonly valuedOn: string }[]> => {
  const { rows } = await pool.query<{
    id: string
    pool_type: PoolType
    risk: RiskProfile
    valued_on: string
  }>({
    name: 'read_pools_to_value',
    text: `select id, pool_type, risk, valued_on::text as valued_on from read.pool
      where status = 'open' and valued_on < $1::date order by valued_on, id limit $2`,
    values: [today, limit],
  })
  return rows.map((row) => ({
    poolId: row.id,
    fund: { poolType: row.pool_type, risk: row.risk },
    valuedOn: row.valued_on,
  }))
}

/** A pool that pays bills, with what its availability follows from. */
export interface PayingPoolRow {
  readonly poolId: string
  readonly memberId: string
  readonly fund: Fund
  readonly holding: Holding
}

/** The open auto-pay pools of members. */
export const payingPoolsOf = async (
  pool: Pool,
  memberIds: readonly string[],
): Promise<readonly PayingPoolRow[]> => {
  const { rows } = await pool.query<Omit<Row, 'name'>>({
    name: 'read_paying_pools',
    text: `select id, member_id, pool_type, risk, units::text, cash::text, cost::text, principal_minor, price,
        valued_on::text as valued_on, growth::text
      from read.pool where member_id = any($1::uuid[]) and status = 'open' and auto_pay order by id`,
    values: [memberIds],
  })
  return rows.map((row) => ({
    poolId: row.id,
    memberId: row.member_id,
    fund: { poolType: row.pool_type, risk: row.risk },
    holding: {
      units: BigInt(row.units),
      cash: BigInt(row.cash),
      cost: BigInt(row.cost),
      principal: BigInt(row.principal_minor),
      price: BigInt(row.price),
      day: row.valued_on,
      growth: BigInt(row.growth),
    },
  }))
}

/** What the pools of a member are called. */
export const poolNamesOf = async (
  pool: Pool,
  memberId: string,
): Promise<ReadonlyMap<string, EncryptedText>> => {
  const { rows } = await pool.query<{ id: string; name: unknown }>({
    name: 'read_pool_names',
    text: 'select id, name from read.pool where member_id = $1',
    values: [memberId],
  })
  return new Map(rows.map(({ id, name }) => [id, EncryptedText.parse(name)]))
}
