import { poolEvents, type PoolEvent } from '../../events/pools/events.ts'
import { GROWTH_ONE } from '../../events/pools/holding.ts'
import { foldTable } from '../fold-table.ts'
import type { Projection } from '../projection.ts'
import { insert } from '../statements.ts'
import { poolLines } from './activity.ts'
import { writeDays } from './days.ts'
import { poolFacts, type PoolFact } from './facts.ts'
import { pool, poolActivity } from './tables.ts'

const addLines = insert(poolActivity)

/** Sums of a new pool. */
const NOTHING = {
  contributedMinor: 0n,
  withdrawnMinor: 0n,
  billsMinor: 0n,
  dividends: 0n,
  realised: 0n,
  taken: 0n,
  transactions: 0,
}

/** Holding of a new pool. */
const EMPTY = { units: 0n, cash: 0n, cost: 0n, principalMinor: 0n, growth: GROWTH_ONE, valueMinor: 0n }

/** The holding after a fact, as the fact states it. */
const holdingOf = (data: Extract<PoolEvent['data'], { value: string }>) => ({
  units: BigInt(data.units),
  cash: BigInt(data.cash),
  valueMinor: BigInt(data.value),
  valuedOn: data.day,
  ...('cost' in data && { cost: BigInt(data.cost), principalMinor: BigInt(data.principal) }),
  ...('growth' in data && { growth: BigInt(data.growth) }),
  ...('price' in data && { price: BigInt(data.price) }),
})

/** What a fact sets besides the holding. */
const setBy = ({ type, data }: PoolEvent, at: string) => {
  if (type === 'AutoPaySet') return { autoPay: data.enabled }
  if (type === 'TargetYieldSet') return { targetMinor: BigInt(data.target) }
  return type === 'PoolClosed' ? ({ status: 'closed', closedAt: at } as const) : {}
}

/** What a fact adds to the sums. */
const addedBy = ({ type, data }: PoolEvent) => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others add nothing
  switch (type) {
    case 'PoolProceedsKept':
      return { realised: BigInt(data.realised) }
    case 'DividendReceived':
      return { dividends: BigInt(data.amount), transactions: 1 }
    case 'PoolContributionReceived':
      return { contributedMinor: BigInt(data.amount.minor), transactions: 1 }
    case 'PoolProceedsSent': {
      const sumOf = data.purpose.kind === 'bill' ? 'billsMinor' : 'withdrawnMinor'
      return {
        realised: BigInt(data.realised),
        [sumOf]: BigInt(data.amount.minor),
        taken: BigInt(data.taken ?? 0),
        transactions: 1,
      }
    }
    case 'PoolProceedsReturned':
      return { billsMinor: -BigInt(data.amount.minor), transactions: 1 }
    default:
      return {}
  }
}

export const pools = foldTable(pool, {
  sets: [
    'status',
    'autoPay',
    'targetMinor',
    'units',
    'cash',
    'cost',
    'principalMinor',
    'price',
    'valuedOn',
    'growth',
    'valueMinor',
    'closedAt',
    'position',
  ],
  adds: [
    'contributedMinor',
    'withdrawnMinor',
    'billsMinor',
    'dividends',
    'realised',
    'taken',
    'transactions',
  ],
  effects: ({ event, at, position }: PoolFact) => {
    const { data } = event
    if (event.type !== 'PoolCreated') {
      const holding = 'value' in data && holdingOf(data)
      return [{ id: data.poolId, set: { ...holding, ...setBy(event, at), position }, add: addedBy(event) }]
    }
    const { poolId: id, memberId, terms, price, day: valuedOn } = event.data
    const { target, ...own } = terms
    const state = { status: 'open', ...EMPTY, price: BigInt(price), valuedOn, ...NOTHING } as const
    const begun = { createdAt: at, createdPosition: position, position }
    return [{ begins: { id, memberId, ...own, targetMinor: BigInt(target), ...state, ...begun } }]
  },
})

/** Pools, their days and their activity: tables `pool`, `pool_day`, `pool_activity`. */
export const poolsProjection: Projection = {
  name: 'pools',
  version: 1,
  follows: poolEvents.isStream,
  apply: (batch) => {
    const facts = poolFacts(batch)
    return [...pools.write(facts, writeDays(facts)), ...addLines(poolLines(facts))]
  },
}
