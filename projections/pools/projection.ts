import { poolEvents } from '../../events/pools/events.ts'
import { GRAINS_PER_CENT, GROWTH_ONE } from '../../events/pools/holding.ts'
import { nullable } from '../columns.ts'
import type { Projection } from '../projection.ts'
import { add, ifGiven, insert, set, statement, update } from '../statements.ts'
import type { NewRow } from '../table.ts'
import { poolLines } from './activity.ts'
import { poolChanges, type NewPool } from './changes.ts'
import { poolFacts } from './facts.ts'
import { pool, poolActivity, poolDay } from './tables.ts'

const create = insert(pool)

const { price, investedMinor } = poolDay.columns
/** Executed before the pools change: values missing in the batch are taken from the pool as it was before. */
const addDays = statement(
  { name: 'pool_day_add', writes: 'pool_day', reads: ['pool'] },
  {
    ...poolDay.pick('poolId', 'day', 'valueMinor', 'units', 'flowMinor').columns,
    investedMinor: nullable(investedMinor),
    price: nullable(price),
    cash: pool.columns.cash,
  },
  ({ source }) => `
    insert into pool_day as known (pool_id, day, value_minor, invested_minor, price, units, cash_minor, flow_minor)
    select given.pool_id, given.day, given.value_minor, coalesce(given.invested_minor, pool.principal_minor),
      coalesce(given.price, pool.price), given.units, div(given.cash, ${GRAINS_PER_CENT}), given.flow_minor
    from ${source} join pool on pool.id = given.pool_id
    on conflict (pool_id, day) do update set value_minor = excluded.value_minor,
      invested_minor = excluded.invested_minor, price = excluded.price, units = excluded.units,
      cash_minor = excluded.cash_minor, flow_minor = known.flow_minor + excluded.flow_minor`,
)

const change = update(pool, {
  status: ifGiven,
  autoPay: ifGiven,
  targetMinor: ifGiven,
  units: ifGiven,
  cash: ifGiven,
  cost: ifGiven,
  principalMinor: ifGiven,
  price: ifGiven,
  valuedOn: ifGiven,
  growth: ifGiven,
  valueMinor: ifGiven,
  contributedMinor: add,
  withdrawnMinor: add,
  billsMinor: add,
  dividends: add,
  realised: add,
  transactions: add,
  closedAt: ifGiven,
  position: set,
})

const addLines = insert(poolActivity)

const createdOf = ({ id, created, at: createdAt, position }: NewPool): NewRow<typeof pool.columns> => ({
  id,
  memberId: created.memberId,
  name: created.terms.name,
  poolType: created.terms.poolType,
  risk: created.terms.risk,
  status: 'open',
  autoPay: created.terms.autoPay,
  targetMinor: BigInt(created.terms.target),
  units: 0n,
  cash: 0n,
  cost: 0n,
  principalMinor: 0n,
  price: BigInt(created.price),
  valuedOn: created.day,
  growth: GROWTH_ONE,
  valueMinor: 0n,
  contributedMinor: 0n,
  withdrawnMinor: 0n,
  billsMinor: 0n,
  dividends: 0n,
  realised: 0n,
  transactions: 0,
  createdAt,
  createdPosition: position,
  position,
})

/** Pools, their days and their activity: tables `pool`, `pool_day`, `pool_activity`. */
export const poolsProjection: Projection = {
  name: 'pools',
  version: 1,
  follows: poolEvents.isStream,
  apply: (batch) => {
    const facts = poolFacts(batch)
    const folded = poolChanges(facts)
    return [
      ...create(folded.created.map(createdOf)),
      ...addDays(folded.days),
      ...change(folded.changes),
      ...addLines(poolLines(facts)),
    ]
  },
}
