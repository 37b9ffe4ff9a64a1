import { GROWTH_ONE } from '../../events/pools/holding.ts'
import type { PoolEventOf } from '../../events/pools/events.ts'
import type { PoolFact } from './facts.ts'

export interface NewPool {
  readonly id: string
  readonly created: PoolEventOf<'PoolCreated'>['data']
  readonly at: string
  readonly position: bigint
}

/** What a batch changes in one pool; null where something stays, sums where it adds up. */
export interface PoolChange {
  readonly id: string
  units: string | null
  cash: string | null
  cost: string | null
  principal: string | null
  price: string | null
  valuedOn: string | null
  growth: string | null
  value: string | null
  autoPay: boolean | null
  target: string | null
  closedAt: string | null
  contributed: bigint
  withdrawn: bigint
  bills: bigint
  dividends: bigint
  realised: bigint
  transactions: bigint
  position: bigint
}

/** How a pool stood at the end of a day, as far as the batch goes. */
export interface PoolDayChange {
  readonly id: string
  readonly day: string
  value: string
  /** Null: as it stood before the batch. */
  invested: string | null
  /** Null: as an earlier batch has it. */
  price: string | null
  units: string
  /** Grains. */
  cash: string
  flow: bigint
}

const unchanged = (id: string): PoolChange => ({
  id,
  units: null,
  cash: null,
  cost: null,
  principal: null,
  price: null,
  valuedOn: null,
  growth: null,
  value: null,
  autoPay: null,
  target: null,
  closedAt: null,
  contributed: 0n,
  withdrawn: 0n,
  bills: 0n,
  dividends: 0n,
  realised: 0n,
  transactions: 0n,
  position: 0n,
})

/** Takes over what the fact says the pool holds after it. */
const hold = (
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
  Object.assign(change, { units, cash, value, valuedOn: day })
  if (cost !== undefined) change.cost = cost
  if (principal !== undefined) change.principal = principal
  if (growth !== undefined) change.growth = growth
  if (price !== undefined) change.price = price
}

/** Notes a fact; answers what came in less what went out (cents), null when the holding stayed as it was. */
const note = (change: PoolChange, { event, at }: PoolFact): bigint | null => {
  switch (event.type) {
    case 'PoolValued':
      hold(change, event.data)
      return 0n
    case 'DividendReceived':
      hold(change, event.data)
      change.dividends += BigInt(event.data.amount)
      change.transactions += 1n
      return 0n
    case 'PoolContributionReceived': {
      const amount = BigInt(event.data.amount.minor)
      hold(change, event.data)
      change.contributed += amount
      change.transactions += 1n
      return amount
    }
    case 'PoolProceedsSent': {
      const amount = BigInt(event.data.amount.minor)
      hold(change, event.data)
      change.realised += BigInt(event.data.realised)
      change.transactions += 1n
      if (event.data.purpose.kind === 'bill') change.bills += amount
      else change.withdrawn += amount
      return -amount
    }
    case 'PoolProceedsReturned': {
      const amount = BigInt(event.data.amount.minor)
      hold(change, event.data)
      change.bills -= amount
      change.transactions += 1n
      return amount
    }
    case 'AutoPaySet':
      change.autoPay = event.data.enabled
      return null
    case 'TargetYieldSet':
      change.target = event.data.target
      return null
    case 'PoolClosed':
      change.closedAt = at
      return null
    case 'PoolCreated':
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
    const flow = note(change, fact)
    if (flow === null || !('value' in event.data)) continue
    const { day, value, units, cash } = event.data
    const known = days.get(`${id} ${day}`)
    const price = 'price' in event.data ? event.data.price : (known?.price ?? null)
    days.set(`${id} ${day}`, {
      id,
      day,
      value,
      invested: change.principal,
      price,
      units,
      cash,
      flow: (known?.flow ?? 0n) + flow,
    })
  }
  return { created, changes: [...changes.values()], days: [...days.values()] }
}

export const FIRST_GROWTH = GROWTH_ONE.toString()
