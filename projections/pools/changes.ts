import type { PoolEventOf } from '../../events/pools/events.ts'
import type { Draft, RowOf } from '../table.ts'
import type { PoolFact } from './facts.ts'
import type { pool } from './tables.ts'

export interface NewPool {
  readonly id: string
  readonly created: PoolEventOf<'PoolCreated'>['data']
  readonly at: string
  readonly position: bigint
}

type Row = Draft<RowOf<typeof pool.columns>>

type Sums = 'contributedMinor' | 'withdrawnMinor' | 'billsMinor' | 'dividends' | 'realised' | 'transactions'

/** What a batch changes in one pool: increments of the sums; other columns that are missing stay as they are. */
type PoolChange = Pick<Row, 'id' | Sums | 'position'> & Partial<Row>

/** A pool at the end of a day, as far as the batch says. */
interface PoolDayChange {
  readonly poolId: string
  readonly day: string
  valueMinor: bigint
  /** Null: as before the batch. */
  investedMinor: bigint | null
  /** Null: as before the batch. */
  price: bigint | null
  units: bigint
  /** Grains. */
  cash: bigint
  flowMinor: bigint
}

const unchanged = (id: string): PoolChange => ({
  id,
  contributedMinor: 0n,
  withdrawnMinor: 0n,
  billsMinor: 0n,
  dividends: 0n,
  realised: 0n,
  transactions: 0,
  position: 0n,
})

/** Sets the holding after the fact, as the fact states it. */
const setHolding = (
  change: PoolChange,
  data: {
    units: string
    cash: string
    value: string
    cost?: string
    principal?: string
    growth?: string
    price?: string
    day: string
  },
): void => {
  const { units, cash, value, cost, principal, growth, price, day } = data
  change.units = BigInt(units)
  change.cash = BigInt(cash)
  change.valueMinor = BigInt(value)
  change.valuedOn = day
  if (cost !== undefined) change.cost = BigInt(cost)
  if (principal !== undefined) change.principalMinor = BigInt(principal)
  if (growth !== undefined) change.growth = BigInt(growth)
  if (price !== undefined) change.price = BigInt(price)
}

/** Applies a fact; returns incoming minus outgoing cents, null when the holding did not change. */
const apply = (change: PoolChange, { event, at }: PoolFact): bigint | null => {
  switch (event.type) {
    case 'PoolValued':
    case 'PoolRepriced':
      setHolding(change, event.data)
      return 0n
    case 'PoolProceedsKept':
      setHolding(change, event.data)
      change.realised += BigInt(event.data.realised)
      return 0n
    case 'DividendReceived':
      setHolding(change, event.data)
      change.dividends += BigInt(event.data.amount)
      change.transactions += 1
      return 0n
    case 'PoolContributionReceived': {
      const amount = BigInt(event.data.amount.minor)
      setHolding(change, event.data)
      change.contributedMinor += amount
      change.transactions += 1
      return amount
    }
    case 'PoolProceedsSent': {
      const amount = BigInt(event.data.amount.minor)
      setHolding(change, event.data)
      change.realised += BigInt(event.data.realised)
      change.transactions += 1
      if (event.data.purpose.kind === 'bill') change.billsMinor += amount
      else change.withdrawnMinor += amount
      return -amount
    }
    case 'PoolProceedsReturned': {
      const amount = BigInt(event.data.amount.minor)
      setHolding(change, event.data)
      change.billsMinor -= amount
      change.transactions += 1
      return amount
    }
    case 'AutoPaySet':
      change.autoPay = event.data.enabled
      return null
    case 'TargetYieldSet':
      change.targetMinor = BigInt(event.data.target)
      return null
    case 'PoolClosed':
      change.status = 'closed'
      change.closedAt = at
      return null
    case 'PoolCreated':
    case 'PoolProceedsOrdered':
    case 'PoolPaymentDeclined':
    case 'PoolPaymentSettled':
      return null
    default:
      return event satisfies never
  }
}

/** Nets a batch to one change per pool and one row per pool and day. */
export const poolChanges = (facts: readonly PoolFact[]) => {
  const created: NewPool[] = []
  const changes = new Map<string, PoolChange>()
  const days = new Map<string, PoolDayChange>()
  for (const fact of facts) {
    const { event, position, at } = fact
    const id = event.data.poolId
    if (event.type === 'PoolCreated') created.push({ id, created: event.data, at, position })
    const change = changes.get(id) ?? unchanged(id)
    changes.set(id, change)
    change.position = position
    const flow = apply(change, fact)
    if (flow === null || !('value' in event.data)) continue
    const { day, value, units, cash } = event.data
    const known = days.get(`${id} ${day}`)
    const price = 'price' in event.data ? BigInt(event.data.price) : (known?.price ?? null)
    days.set(`${id} ${day}`, {
      poolId: id,
      day,
      valueMinor: BigInt(value),
      investedMinor: change.principalMinor ?? null,
      price,
      units: BigInt(units),
      cash: BigInt(cash),
      flowMinor: (known?.flowMinor ?? 0n) + flow,
    })
  }
  return { created, changes: [...changes.values()], days: [...days.values()] }
}
