import { derivedId } from '../../../../events/ids.ts'
import type { PoolType } from '../../../../events/pool-terms.ts'
import { DAY, refuse, type Books } from '../books.ts'
import type { PoolIntent } from './intents.ts'
import { CENTS_MIN, fillOf, isBelowMinimum, quoteOn, SLIPPAGE } from './market.ts'

/** Grains (10^-14 dollars) in a cent. */
const CENT = 1_000_000_000_000n

export interface ReferencePool {
  readonly id: string
  readonly member: string
  readonly poolType: PoolType
  autoPay: boolean
  closed: boolean
  /** 10^-8 units. */
  units: bigint
  /** Grains. */
  cash: bigint
  /** Cents. */
  principal: bigint
  /** Millionths of a dollar. */
  price: bigint
}

const worth = ({ units, price, cash }: ReferencePool): bigint => units * price + cash
export const centsIn = (pool: ReferencePool): bigint => worth(pool) / CENT
/** Cents from which on the market takes a sale, although its price may fall. */
export const SALE_MIN = (CENTS_MIN * (1_000_000n + SLIPPAGE) + 999_999n) / 1_000_000n
/** The fewest units that the market takes. */
const unitsMin = ({ price }: ReferencePool): bigint => (SALE_MIN * CENT + price - 1n) / price

/** What a pool may give for bills, in cents; of gains only what can be sold. */
export const givable = (pool: ReferencePool): { readonly dividends: bigint; readonly gains: bigint } => {
  const dividends = pool.cash / CENT
  const gains = centsIn(pool) - dividends - pool.principal
  return { dividends, gains: gains >= SALE_MIN ? gains : 0n }
}

/** The units that have to be sold so that so many cents can be paid, at the price of the day. */
const unitsFor = (pool: ReferencePool, cents: bigint): bigint => {
  const lacking = cents * CENT - pool.cash
  return lacking <= 0n ? 0n : (lacking + pool.price - 1n) / pool.price
}
/** For a bill a little more, but of nothing that makes up the principal. */
const unitsForBill = (pool: ReferencePool, cents: bigint): bigint => {
  const enough = unitsFor(pool, cents)
  if (enough === 0n) return 0n
  const ample = enough + (enough * SLIPPAGE) / 1_000_000n
  const spare = (pool.units * pool.price - pool.principal * CENT) / pool.price
  const most = ample < spare ? ample : spare
  const sold = most > enough ? most : enough
  const least = unitsMin(pool)
  return sold > least ? sold : least < pool.units ? least : pool.units
}
/** All units where the market would not take the rest; null when it takes none. */
const unitsToWithdraw = (pool: ReferencePool, cents: bigint): bigint | null => {
  const enough = unitsFor(pool, cents)
  const least = unitsMin(pool)
  if (enough === 0n) return 0n
  if (pool.units < least) return null
  const sold = enough > least ? enough : least
  return pool.units - sold < least ? pool.units : sold
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const createPoolReference = ({ now, today, wallets, open, spendable }: Books) => {
  const pools = new Map<string, ReferencePool>()

  const own = (member: string, poolId: string): ReferencePool => {
    const pool = pools.get(poolId)
    return pool?.member === member ? pool : refuse('pool_not_found')
  }
  const usable = (member: string, poolId: string): ReferencePool => {
    const pool = own(member, poolId)
    return pool.closed ? refuse('pool_closed') : pool
  }
  const pay = (member: string, cents: bigint): void => {
    const wallet = wallets.get(member)
    if (wallet) wallet.balances.USD += cents
  }

  /** Sells units, whose proceeds become cash; the code of the refusal when the market refuses. */
  const sell = (pool: ReferencePool, proceedsId: string, units: bigint): string | null => {
    if (units === 0n) return null
    const fund = { poolType: pool.poolType, risk: 'moderate' } as const
    const order = { orderId: proceedsId, fund, day: today(), side: 'sell', units } as const
    const fill = fillOf(order)
    if (!fill) return isBelowMinimum(order) ? 'order_below_minimum' : 'order_rejected'
    pool.price = fill.price
    pool.cash += fill.rest + units * fill.price
    pool.units -= units
    return null
  }

  /** Pays into a pool; false when the market refused, and the money has come back. */
  const put = (
    { member, cents, key }: { member: string; cents: bigint; key: string },
    pool: ReferencePool,
  ): boolean => {
    const wallet = open(member)
    spendable(wallet, 'USD', cents)
    const orderId = derivedId('poolContribution', member, key)
    const fund = { poolType: pool.poolType, risk: 'moderate' } as const
    const fill = fillOf({ orderId, fund, day: today(), side: 'buy', cents })
    if (!fill) return false
    pools.set(pool.id, pool)
    wallet.balances.USD -= cents
    pool.price = fill.price
    pool.units += fill.units
    pool.cash += cents * CENT - fill.units * fill.price + fill.rest
    pool.principal += cents
    return true
  }

  const withdraw = (
    { member, poolId, key }: { member: string; poolId: string; key: string },
    asked: bigint,
  ): string => {
    const pool = usable(member, poolId)
    if (asked > centsIn(pool)) refuse('insufficient_pool_value')
    const units = unitsToWithdraw(pool, asked)
    if (units === null) return 'refused order_below_minimum'
    const refused = sell(pool, derivedId('poolProceeds', member, key), units)
    if (refused !== null) return `refused ${refused}`
    const most = pool.cash / CENT
    const cents = most < asked ? most : asked
    if (cents === 0n) return 'refused order_refused'
    const before = worth(pool)
    const left = before - cents * CENT
    pool.principal = left < CENT ? 0n : (pool.principal * left) / before
    pool.cash -= cents * CENT
    pay(member, cents)
    return `completed ${cents}`
  }

  const close = ({ member, poolId, key }: Extract<PoolIntent, { do: 'close pool' }>): string => {
    const pool = own(member, poolId)
    if (pool.closed) refuse('already_closed')
    const units = centsIn(pool) > 0n ? pool.units : 0n
    const refused = sell(pool, derivedId('poolProceeds', member, key), units)
    if (refused === 'order_below_minimum') {
      // The platform takes what the market does not, at the price of the day.
      pool.cash += units * pool.price
      pool.units = 0n
    } else if (refused !== null) return `refused ${refused}`
    const cents = pool.cash / CENT
    pool.cash -= cents * CENT
    pool.closed = true
    // Less than a cent is left.
    pool.principal = cents > 0n ? 0n : pool.principal
    pay(member, cents)
    return `completed ${cents}`
  }

  const take = (intent: PoolIntent): string => {
    const { member } = intent
    switch (intent.do) {
      case 'open pool': {
        const { poolType, autoPay, key } = intent
        const { price } = quoteOn(poolType, today())
        const fresh: ReferencePool = {
          id: derivedId('pool', member, key),
          member,
          poolType,
          autoPay,
          closed: false,
          units: 0n,
          cash: 0n,
          principal: 0n,
          price,
        }
        return put(intent, fresh) ? 'completed' : 'refused order_rejected'
      }
      case 'contribute':
        return put(intent, usable(member, intent.poolId)) ? 'completed' : 'refused order_rejected'
      case 'withdraw':
        if (intent.cents <= 0n) refuse('amount_out_of_range')
        return withdraw(intent, intent.cents)
      case 'close pool':
        return close(intent)
      case 'set pool':
        usable(member, intent.poolId).autoPay = intent.autoPay
        return 'done'
    }
  }

  return {
    pools: pools as ReadonlyMap<string, Readonly<ReferencePool>>,
    of: (member: string): ReferencePool[] =>
      [...pools.values()].filter((pool) => pool.member === member && !pool.closed),
    /** Takes cents for a bill out of a pool; false when it cannot give them all, and then gives none. */
    giveForBill: (pool: ReferencePool, proceedsId: string, cents: bigint): boolean => {
      if (sell(pool, proceedsId, unitsForBill(pool, cents)) !== null || pool.cash < cents * CENT) return false
      pool.cash -= cents * CENT
      return true
    },
    takeBack: (pool: ReferencePool, cents: bigint): void => {
      pool.cash += cents * CENT
    },
    /** Each day that begins has its price, and its dividend on the units held. */
    pass: (before: number): void => {
      for (let at = (Math.floor(before / DAY) + 1) * DAY; at <= now(); at += DAY)
        for (const pool of pools.values()) {
          if (pool.closed) continue
          const { price, dividend } = quoteOn(pool.poolType, dayOf(at))
          pool.price = price
          pool.cash += pool.units * dividend
        }
    },
    take,
  }
}
export type PoolReference = ReturnType<typeof createPoolReference>
