import { isPoolStream } from '../../events/pools/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { poolLines, type PoolLine } from './activity.ts'
import { FIRST_GROWTH, poolChanges, type NewPool, type PoolChange, type PoolDayChange } from './changes.ts'
import { poolFacts } from './facts.ts'

const create = (pools: readonly NewPool[]): Statement => ({
  name: 'pool_create',
  text: `
    insert into pool (id, member_id, name, pool_type, risk, status, auto_pay, target_minor, units, cash, cost,
      principal_minor, price, valued_on, growth, value_minor, contributed_minor, withdrawn_minor, bills_minor,
      dividends, realised, transactions, created_at, created_position, position)
    select id, member_id, name, pool_type, risk, 'open', auto_pay, target, 0, 0, 0, 0, price, day,
      ${FIRST_GROWTH}, 0, 0, 0, 0, 0, 0, 0, created_at, position, position
    from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::text[], $5::text[], $6::boolean[], $7::bigint[],
      $8::bigint[], $9::date[], $10::timestamptz[], $11::bigint[])
      as one (id, member_id, name, pool_type, risk, auto_pay, target, price, day, created_at, position)`,
  values: columnsOf(
    pools,
    ({ id }) => id,
    ({ created }) => created.memberId,
    ({ created }) => JSON.stringify(created.terms.name),
    ({ created }) => created.terms.poolType,
    ({ created }) => created.terms.risk,
    ({ created }) => String(created.terms.autoPay),
    ({ created }) => created.terms.target,
    ({ created }) => created.price,
    ({ created }) => created.day,
    ({ at }) => at,
    ({ position }) => position,
  ),
  rows: pools.length,
})

/** Before the pools change: what a batch does not say is as the pool was before it. */
const days = (changes: readonly PoolDayChange[]): Statement => ({
  name: 'pool_day_add',
  text: `
    insert into pool_day as known (pool_id, day, value_minor, invested_minor, price, units, cash_minor, flow_minor)
    select one.id, one.day, one.value, coalesce(one.invested, pool.principal_minor),
      coalesce(one.price, pool.price), one.units, div(one.cash, 1000000000000), one.flow
    from unnest($1::uuid[], $2::date[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[], $7::numeric[],
      $8::bigint[]) as one (id, day, value, invested, price, units, cash, flow)
    join pool on pool.id = one.id
    on conflict (pool_id, day) do update set value_minor = excluded.value_minor,
      invested_minor = excluded.invested_minor, price = excluded.price, units = excluded.units,
      cash_minor = excluded.cash_minor, flow_minor = known.flow_minor + excluded.flow_minor`,
  values: columnsOf(
    changes,
    ({ id }) => id,
    ({ day }) => day,
    ({ value }) => value,
    ({ invested }) => invested,
    ({ price }) => price,
    ({ units }) => units,
    ({ cash }) => cash,
    ({ flow }) => flow,
  ),
  rows: changes.length,
})

const change = (changes: readonly PoolChange[]): Statement => ({
  name: 'pool_change',
  text: `
    update pool set
      units = coalesce(one.units, pool.units), cash = coalesce(one.cash, pool.cash),
      cost = coalesce(one.cost, pool.cost),
      principal_minor = coalesce(one.principal, pool.principal_minor),
      price = coalesce(one.price, pool.price), valued_on = coalesce(one.valued_on, pool.valued_on),
      growth = coalesce(one.growth, pool.growth), value_minor = coalesce(one.value, pool.value_minor),
      auto_pay = coalesce(one.auto_pay, pool.auto_pay),
      target_minor = coalesce(one.target, pool.target_minor),
      status = case when one.closed_at is null then pool.status else 'closed' end,
      closed_at = coalesce(one.closed_at, pool.closed_at),
      contributed_minor = contributed_minor + one.contributed,
      withdrawn_minor = withdrawn_minor + one.withdrawn, bills_minor = bills_minor + one.bills,
      dividends = dividends + one.dividend, realised = pool.realised + one.realised,
      transactions = pool.transactions + one.transactions, position = one.position
    from unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::numeric[], $5::bigint[], $6::bigint[], $7::date[],
      $8::numeric[], $9::bigint[], $10::boolean[], $11::bigint[], $12::timestamptz[], $13::bigint[],
      $14::bigint[], $15::bigint[], $16::numeric[], $17::numeric[], $18::integer[], $19::bigint[])
      as one (id, units, cash, cost, principal, price, valued_on, growth, value, auto_pay, target, closed_at,
        contributed, withdrawn, bills, dividend, realised, transactions, position)
    where pool.id = one.id`,
  values: columnsOf(
    changes,
    ({ id }) => id,
    ({ units }) => units,
    ({ cash }) => cash,
    ({ cost }) => cost,
    ({ principal }) => principal,
    ({ price }) => price,
    ({ valuedOn }) => valuedOn,
    ({ growth }) => growth,
    ({ value }) => value,
    ({ autoPay }) => (autoPay === null ? null : String(autoPay)),
    ({ target }) => target,
    ({ closedAt }) => closedAt,
    ({ contributed }) => contributed,
    ({ withdrawn }) => withdrawn,
    ({ bills }) => bills,
    ({ dividends }) => dividends,
    ({ realised }) => realised,
    ({ transactions }) => transactions,
    ({ position }) => position,
  ),
  rows: changes.length,
})

const addLines = (lines: readonly PoolLine[]): Statement => ({
  name: 'pool_activity_add',
  text: `
    insert into pool_activity (pool_id, position, id, kind, minor, dividends_minor, gains_minor, units, price,
      bill_id, occurred_at)
    select * from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[],
      $7::bigint[], $8::numeric[], $9::bigint[], $10::uuid[], $11::timestamptz[])`,
  values: columnsOf(
    lines,
    ({ poolId }) => poolId,
    ({ position }) => position,
    ({ id }) => id,
    ({ kind }) => kind,
    ({ minor }) => minor,
    ({ dividends }) => dividends,
    ({ gains }) => gains,
    ({ units }) => units,
    ({ price }) => price,
    ({ billId }) => billId,
    ({ occurredAt }) => occurredAt,
  ),
  rows: lines.length,
})

/** Pools with their days and what happened to them: tables `pool`, `pool_day`, `pool_activity`. */
export const poolsProjection: Projection = {
  name: 'pools',
  version: 1,
  follows: isPoolStream,
  apply: (batch) => {
    const facts = poolFacts(batch)
    const folded = poolChanges(facts)
    const lines = poolLines(facts)
    return [
      ...(folded.created.length > 0 ? [create(folded.created)] : []),
      ...(folded.days.length > 0 ? [days(folded.days)] : []),
      ...(folded.changes.length > 0 ? [change(folded.changes)] : []),
      ...(lines.length > 0 ? [addLines(lines)] : []),
    ]
  },
}
