import { GRAINS_PER_CENT } from '../../events/pools/holding.ts'
import { nullable } from '../columns.ts'
import type { Statement } from '../projection.ts'
import { statement } from '../statements.ts'
import type { PoolFact } from './facts.ts'
import { pool, poolDay } from './tables.ts'

/** A pool at the end of a day, as far as the batch says. */
interface PoolDayChange {
  readonly poolId: string
  readonly day: string
  readonly valueMinor: bigint
  /** Null: as before the batch. */
  readonly investedMinor: bigint | null
  /** Null: as before the batch. */
  readonly price: bigint | null
  readonly units: bigint
  /** Grains. */
  readonly cash: bigint
  readonly flowMinor: bigint
}

/** Incoming minus outgoing cents. */
const flowOf = ({ event }: PoolFact): bigint => {
  if (event.type === 'PoolProceedsSent') return -BigInt(event.data.amount.minor)
  return event.type === 'PoolContributionReceived' || event.type === 'PoolProceedsReturned'
    ? BigInt(event.data.amount.minor)
    : 0n
}

/** Nets a batch to one row per pool and day. */
const dayChanges = (facts: readonly PoolFact[]): readonly PoolDayChange[] => {
  const invested = new Map<string, bigint>()
  const days = new Map<string, PoolDayChange>()
  for (const fact of facts) {
    const { data } = fact.event
    if (!('value' in data)) continue
    const { poolId, day, value, units, cash } = data
    if ('principal' in data) invested.set(poolId, BigInt(data.principal))
    const known = days.get(`${poolId} ${day}`)
    days.set(`${poolId} ${day}`, {
      poolId,
      day,
      valueMinor: BigInt(value),
      investedMinor: invested.get(poolId) ?? null,
      price: 'price' in data ? BigInt(data.price) : (known?.price ?? null),
      units: BigInt(units),
      cash: BigInt(cash),
      flowMinor: (known?.flowMinor ?? 0n) + flowOf(fact),
    })
  }
  return [...days.values()]
}

const { price, investedMinor } = poolDay.columns
const write = statement(
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

/** Writes the days of a batch, after its new pools and before its other changes of pools. */
export const writeDays = (facts: readonly PoolFact[]): readonly Statement[] => write(dayChanges(facts))
