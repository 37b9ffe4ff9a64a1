import { addDays, dayOf } from '../calendar.ts'
import { poolAccount } from '../accounts.ts'
import type { Book } from '../book.ts'
import type { LedgerEvent } from '../ledger-event.ts'
import type { PoolEvent } from '../pools/events.ts'
import type { DatedFact } from './dated-fact.ts'

/** Grains (10^-14 dollars) in a cent. */
const CENT = 1_000_000_000_000n
const dayAfter = (day: string): string => addDays(day, 1)

/** A pool's state, recomputed from its facts. */
interface Audited {
  readonly memberId: string
  units: bigint
  cash: bigint
  cost: bigint
  principal: bigint
  price: bigint
  day: string
  paidDividend: boolean
  /** Cents. */
  value: bigint
  /** Cents given for bills and neither returned nor settled, by `proceedsId`. */
  readonly pending: Map<string, bigint>
  /** The sale in progress. */
  sale: {
    readonly proceedsId: string
    readonly kind: string
    readonly asked: bigint
    readonly units: bigint
  } | null
  closed: boolean
}

type Ids = { readonly poolId: string; readonly memberId: string }

/** After every fact units × price + cash = value; nothing else changes a pool; everything sent arrives once. */
export const poolChecks = () => {
  const pools = new Map<string, Audited>()
  /** Sent and not yet arrived: `pool member cents` by id. */
  const contributions = new Map<string, string>()
  const proceeds = new Map<string, string>()
  const arrived = new Set<string>()

  const expect = (what: string, recorded: bigint | string, is: bigint | string): void => {
    if (String(recorded) !== String(is)) throw new Error(`${what} is ${is} and not ${recorded}`)
  }

  const arrive = (sent: Map<string, string>, id: string, carried: string): void => {
    const expected = sent.get(id)
    if (expected === undefined)
      throw new Error(`${id} ${arrived.has(id) ? 'arrives twice' : 'was never sent'}`)
    expect('What was sent', carried, expected)
    sent.delete(id)
    arrived.add(id)
  }

  const send = (sent: Map<string, string>, id: string, carries: string): void => {
    if (sent.has(id) || arrived.has(id)) throw new Error(`${id} is sent twice`)
    sent.set(id, carries)
  }

  const carried = ({ poolId, memberId }: Ids, minor: string): string => `${poolId} ${memberId} ${minor}`

  const expectHolding = (pool: Audited, recorded: { units: string; cash: string; value: string }): void => {
    expect('The number of units', recorded.units, pool.units)
    expect('The cash', recorded.cash, pool.cash)
    const value = (pool.units * pool.price + pool.cash) / CENT
    expect('Units × price + cash', recorded.value, value)
    pool.value = value
  }

  const expectGrowth = (
    pool: Audited,
    recorded: { change: { minor: string } } & Parameters<typeof expectHolding>[1],
  ): void => {
    const before = pool.value
    expectHolding(pool, recorded)
    expect('The change of the value', recorded.change.minor, pool.value - before)
  }

  const trades = (
    pool: Audited,
    recorded: { cost: string; principal: string; price: string; day: string } & Parameters<
      typeof expectHolding
    >[1],
  ): void => {
    expect('The price', recorded.price, pool.price)
    expect('The day', recorded.day, pool.day)
    expectHolding(pool, recorded)
  }

  const ends = ({ sale }: Audited, { proceedsId }: { proceedsId: string }): void =>
    expect('What is being sold', proceedsId, sale?.proceedsId ?? 'nothing')

  const soldAtMost = ({ sale }: Audited, sold: string): void => {
    if (BigInt(sold) > (sale?.units ?? 0n))
      throw new Error(`${sold} units are sold and not ${sale?.units ?? 0n}`)
  }

  /** Applies a sale: the sold units become cash, of which `minor` cents leave the pool. */
  const sells = (
    pool: Audited,
    { sold, realised, cost }: { sold: string; realised: string; cost: string },
    minor: bigint,
  ): void => {
    const got = BigInt(sold) * pool.price
    pool.units -= BigInt(sold)
    pool.cash += got - minor * CENT
    expect('The realised gain', realised, got - (pool.cost - BigInt(cost)))
    if (BigInt(cost) < 0n || BigInt(cost) > pool.cost) throw new Error('Selling makes the units dearer')
    pool.cost = BigInt(cost)
  }

  const checkPool = (event: PoolEvent, at: string): void => {
    const { poolId, memberId } = event.data
    if (event.type === 'PoolCreated') {
      if (pools.has(poolId)) throw new Error(`Pool ${poolId} is created twice`)
      const { day, price } = event.data
      const nothing = { units: 0n, cash: 0n, cost: 0n, principal: 0n, value: 0n }
      const pending = new Map<string, bigint>()
      const fresh = { ...nothing, pending, paidDividend: false, sale: null, closed: false }
      pools.set(poolId, { memberId, price: BigInt(price), day, ...fresh })
      return
    }
    const pool = pools.get(poolId)
    if (!pool) throw new Error(`Pool ${poolId} was not created`)
    expect('The owner', memberId, pool.memberId)
    if (pool.closed && event.type !== 'PoolPaymentDeclined') throw new Error(`Pool ${poolId} is closed`)
    switch (event.type) {
      case 'PoolValued': {
        expect('The next day', event.data.day, dayAfter(pool.day))
        if (event.data.day > dayOf(at)) throw new Error(`${event.data.day} has not begun`)
        pool.day = event.data.day
        pool.price = BigInt(event.data.price)
        pool.paidDividend = false
        return expectGrowth(pool, event.data)
      }
      case 'PoolRepriced': {
        expect('The day', event.data.day, pool.day)
        pool.price = BigInt(event.data.price)
        pool.cash += BigInt(event.data.rest)
        return expectGrowth(pool, event.data)
      }
      case 'PoolProceedsOrdered': {
        const { proceedsId, purpose, amount, units, day } = event.data
        if (pool.sale) throw new Error(`Units are sold for ${proceedsId} and for ${pool.sale.proceedsId}`)
        const sale = { proceedsId, kind: purpose.kind, asked: BigInt(amount.minor), units: BigInt(units) }
        expect('The day', day, pool.day)
        if (sale.units > pool.units) throw new Error('More units are sold than there are')
        if (sale.units * pool.price + pool.cash < sale.asked * CENT) throw new Error('Too few units are sold')
        if (purpose.kind === 'closing') expect('What a closing pays', sale.asked, pool.value)
        if (purpose.kind === 'bill' && sale.units > 0n && pool.value - sale.asked < pool.principal)
          throw new Error('Units below the principal are sold for a bill')
        pool.sale = sale
        return
      }
      case 'PoolProceedsKept': {
        const { sold } = event.data
        ends(pool, event.data)
        soldAtMost(pool, sold)
        sells(pool, event.data, 0n)
        expect('The principal', event.data.principal, pool.principal)
        pool.sale = null
        const before = pool.value
        trades(pool, event.data)
        return expect('The value', pool.value, before)
      }
      case 'DividendReceived': {
        const { day, perUnit, amount } = event.data
        expect('The day', day, pool.day)
        if (pool.paidDividend) throw new Error(`The dividend of ${day} is received twice`)
        pool.paidDividend = true
        expect('The dividend', amount, pool.units * BigInt(perUnit))
        pool.cash += BigInt(amount)
        return expectGrowth(pool, event.data)
      }
      case 'PoolContributionReceived': {
        const { contributionId, amount, bought } = event.data
        arrive(contributions, contributionId, carried(event.data, amount.minor))
        const before = pool.value
        const spent = BigInt(bought) * pool.price
        const rest = BigInt(amount.minor) * CENT - spent
        if (pool.cash + rest < 0n) throw new Error('More is spent than there is')
        pool.units += BigInt(bought)
        pool.cash += rest
        pool.cost += spent
        pool.principal += BigInt(amount.minor)
        trades(pool, event.data)
        expect('The cost', event.data.cost, pool.cost)
        expect('The principal', event.data.principal, pool.principal)
        return expect('What the value grows by', amount.minor, pool.value - before)
      }
      case 'PoolProceedsSent': {
        const { proceedsId, purpose, amount, sold, fromCash, principal } = event.data
        const minor = BigInt(amount.minor)
        const before = pool.value
        const { sale } = pool
        const rest = BigInt(sold) * pool.price + BigInt(fromCash) - minor * CENT
        // Older facts, from before sales were ordered first, have no order and sold at the price of the day.
        if (rest < 0n || (!sale && rest >= pool.price)) throw new Error(`${rest} grains are sold too much`)
        if (BigInt(fromCash) > pool.cash) throw new Error('More cash is given than there is')
        if (sale) {
          ends(pool, event.data)
          // A closing leaves no unit; of another sale the market may not take a small rest.
          if (purpose.kind === 'closing') expect('What was sold', sold, sale.units)
          else soldAtMost(pool, sold)
          if (purpose.kind === 'bill') expect('What was asked for', minor, sale.asked)
          if (purpose.kind === 'withdrawal' && minor > sale.asked)
            throw new Error(`${minor} cents are paid out and ${sale.asked} were asked for`)
        }
        sells(pool, event.data, minor)
        pool.sale = null
        if (purpose.kind === 'bill') {
          expect('The principal', principal, pool.principal)
          if (!sale && BigInt(fromCash) !== minor * CENT && before - minor < pool.principal)
            throw new Error('Units below the principal are sold for a bill')
          pool.pending.set(proceedsId, minor)
        } else {
          if (BigInt(principal) > pool.principal) throw new Error('The principal grows by a withdrawal')
          pool.principal = BigInt(principal)
          send(proceeds, proceedsId, carried(event.data, amount.minor))
        }
        trades(pool, event.data)
        return expect('What the value shrinks by', amount.minor, before - pool.value)
      }
      case 'PoolProceedsReturned': {
        const { proceedsId, amount } = event.data
        expect('What was given', amount.minor, pool.pending.get(proceedsId) ?? 0n)
        pool.pending.delete(proceedsId)
        pool.cash += BigInt(amount.minor) * CENT
        return expectHolding(pool, event.data)
      }
      case 'PoolPaymentSettled':
        if (!pool.pending.delete(event.data.proceedsId)) throw new Error('Nothing of it is open')
        return
      case 'PoolClosed':
        if (pool.pending.size > 0) throw new Error('A payment of the pool is open')
        // Closing a pool that has nothing to pay out ends the sale too.
        if (pool.sale?.kind === 'closing') pool.sale = null
        if (pool.sale) throw new Error('Units of the pool are being sold')
        expect('What is left', event.data.residue, pool.units * pool.price + pool.cash)
        if (pool.value !== 0n) throw new Error(`The pool still holds ${pool.value} cents`)
        pool.closed = true
        return
      case 'PoolPaymentDeclined':
      case 'AutoPaySet':
      case 'TargetYieldSet':
        return
      default:
        event satisfies never
    }
  }

  const check = ({ event, at }: DatedFact): void => {
    if ('poolId' in event.data && isPoolEvent(event)) return checkPool(event, at)
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other facts are others' checks'
    switch (event.type) {
      case 'PoolContributionSent':
        return send(contributions, event.data.contributionId, carried(event.data, event.data.amount.minor))
      case 'PoolContributionReturned':
        return arrive(contributions, event.data.contributionId, carried(event.data, event.data.amount.minor))
      case 'PoolProceedsReceived':
        return arrive(proceeds, event.data.proceedsId, carried(event.data, event.data.amount.minor))
      default:
    }
  }

  return {
    check,
    pools: pools as ReadonlyMap<string, Readonly<Audited>>,
    /** Every pool's account equals its value; when idle, nothing is in flight. */
    finish: ({ idle, book }: { idle: boolean; book: Book }): void => {
      for (const [poolId, { value, pending, sale }] of pools) {
        expect(`The account of pool ${poolId}`, -book.balanceOf(poolAccount(poolId), 'USD'), value)
        if (idle && sale) throw new Error(`Units of pool ${poolId} are being sold`)
        if (idle && pending.size > 0) throw new Error(`A payment of pool ${poolId} is open`)
      }
      if (!idle) return
      for (const sent of [contributions, proceeds])
        for (const id of sent.keys()) throw new Error(`${id} is on its way`)
    },
  }
}

const WALLET_FACTS: ReadonlySet<LedgerEvent['type']> = new Set([
  'PoolContributionSent',
  'PoolContributionReturned',
  'PoolProceedsReceived',
])
const isPoolEvent = (event: LedgerEvent): event is PoolEvent => !WALLET_FACTS.has(event.type)
