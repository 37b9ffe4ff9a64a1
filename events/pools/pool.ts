import { defineStream } from '../stream.ts'
import { poolEvents, type PoolEvent, type PoolPurpose } from './events.ts'
import { emptyHolding, type Holding } from './holding.ts'
import type { PoolType, RiskProfile } from '../pool-terms.ts'

/** A pool's fund: all pools of one type and risk profile hold units of the same one. */
export interface Fund {
  readonly poolType: PoolType
  readonly risk: RiskProfile
}

interface Known {
  readonly poolId: string
  readonly memberId: string
  readonly fund: Fund
  readonly autoPay: boolean
  /** Cents a month. */
  readonly target: bigint
  readonly holding: Holding
  /** Cents given for bills whose payment has not ended, by proceeds id. */
  readonly pending: Readonly<Record<string, bigint>>
  /** The sale in progress; one at a time. */
  readonly sale: PoolSale | null
}

/** A sale of units, and the purpose of its proceeds. */
export interface PoolSale {
  readonly proceedsId: string
  readonly purpose: PoolPurpose
  /** Cents to be paid out. */
  readonly amount: bigint
  /** 10^-8 units. */
  readonly units: bigint
}

export type Pool =
  | { readonly status: 'absent' }
  | ({ readonly status: 'open' } & Known)
  | ({ readonly status: 'closed' } & Known)

export type KnownPool = Exclude<Pool, { readonly status: 'absent' }>

export const initialState = (): Pool => ({ status: 'absent' })

const changed = (pool: Pool, change: (known: KnownPool) => Partial<Known>): Pool => {
  if (pool.status === 'absent') throw new Error('A pool event stands before PoolCreated')
  return { ...pool, ...change(pool) }
}

const held = (pool: Pool, part: Partial<Holding>): Pool =>
  changed(pool, ({ holding }) => ({ holding: { ...holding, ...part } }))

const settled = (pool: Pool, proceedsId: string): Pool =>
  changed(pool, ({ pending }) => {
    const { [proceedsId]: _ended, ...others } = pending
    return { pending: others }
  })

/** The pool after one more fact. */
export const evolve = (pool: Pool, event: PoolEvent): Pool => {
  switch (event.type) {
    case 'PoolCreated': {
      const { poolId, memberId, terms, day, price } = event.data
      return {
        status: 'open',
        poolId,
        memberId,
        fund: { poolType: terms.poolType, risk: terms.risk },
        autoPay: terms.autoPay,
        target: BigInt(terms.target),
        holding: emptyHolding({ day, price: BigInt(price), dividend: 0n }),
        pending: {},
        sale: null,
      }
    }
    case 'PoolValued': {
      const { day, price, units, cash, growth } = event.data
      return held(pool, {
        day,
        price: BigInt(price),
        units: BigInt(units),
        cash: BigInt(cash),
        growth: BigInt(growth),
      })
    }
    case 'PoolRepriced': {
      const { price, cash, growth } = event.data
      return held(pool, { price: BigInt(price), cash: BigInt(cash), growth: BigInt(growth) })
    }
    case 'PoolProceedsOrdered': {
      const { proceedsId, purpose, amount, units } = event.data
      const sale = { proceedsId, purpose, amount: BigInt(amount.minor), units: BigInt(units) }
      return changed(pool, () => ({ sale }))
    }
    case 'DividendReceived':
      return held(pool, { cash: BigInt(event.data.cash), growth: BigInt(event.data.growth) })
    case 'PoolContributionReceived':
    case 'PoolProceedsKept':
    case 'PoolProceedsSent': {
      const { units, cash, cost, principal } = event.data
      const traded = held(pool, {
        units: BigInt(units),
        cash: BigInt(cash),
        cost: BigInt(cost),
        principal: BigInt(principal),
      })
      if (event.type === 'PoolContributionReceived') return traded
      const sold = changed(traded, () => ({ sale: null }))
      if (event.type === 'PoolProceedsKept' || event.data.purpose.kind !== 'bill') return sold
      const { proceedsId, amount } = event.data
      return changed(sold, ({ pending }) => ({
        pending: { ...pending, [proceedsId]: BigInt(amount.minor) },
      }))
    }
    case 'PoolProceedsReturned':
      return settled(held(pool, { cash: BigInt(event.data.cash) }), event.data.proceedsId)
    case 'PoolPaymentSettled':
      return settled(pool, event.data.proceedsId)
    case 'PoolPaymentDeclined':
      return pool
    case 'AutoPaySet':
      return changed(pool, () => ({ autoPay: event.data.enabled }))
    case 'TargetYieldSet':
      return changed(pool, () => ({ target: BigInt(event.data.target) }))
    case 'PoolClosed': {
      if (pool.status === 'absent') throw new Error('PoolClosed stands before PoolCreated')
      return { ...pool, status: 'closed', sale: null }
    }
  }
}

/** How a pool's stream is read and folded. */
export const poolKind = defineStream(poolEvents, { initialState, evolve, snapshot: 3 })
