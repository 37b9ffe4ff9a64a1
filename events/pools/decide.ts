import { addDays } from '../calendar.ts'
import { formatMinor } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { poolLegProceedsId, type PoolEvent, type PoolEventOf } from './events.ts'
import {
  availableForBills,
  buy,
  emptyHolding,
  exactValue,
  GRAINS_PER_CENT,
  receiveDividend,
  redeem,
  value as valueAt,
  valueCents,
  withdraw,
  type Holding,
  type Quote,
  type Redemption,
} from './holding.ts'
import type { Fund, KnownPool, Pool } from './pool.ts'
import type { PoolTerms } from '../pool-terms.ts'

declare module '../refusal.ts' {
  interface RefusalCodes {
    pool_not_found: never
    pool_closed: never
    market_closed: never
    insufficient_pool_value: never
    payment_pending: never
    already_closed: never
  }
}

/** Prices up to today, oldest first; those that the pool knows already are passed over. */
interface Priced {
  /** UTC day on which this is done. */
  readonly today: string
  readonly quotes: readonly Quote[]
}

/** What can be asked of a pool. Amounts in cents; ids are derived where the step may be repeated. */
export type PoolCommand =
  /** Takes over the prices of the days that have begun since the last one. */
  | ({ type: 'strike' } & Priced)
  /** `opens`: with it the first contribution creates the pool. */
  | ({
      type: 'receiveContribution'
      poolId: string
      memberId: string
      contributionId: string
      amount: bigint
      opens: PoolTerms | null
    } & Priced)
  | ({ type: 'withdraw'; memberId: string; proceedsId: string; amount: bigint } & Priced)
  /** Gives its part of a bill, or declines for good. */
  | ({ type: 'payBill'; billId: string; paymentId: string; amount: bigint } & Priced)
  | { type: 'takeBackPayment'; billId: string; paymentId: string }
  | { type: 'settlePayment'; billId: string; paymentId: string }
  | {
      type: 'changeSettings'
      memberId: string
      changeId: string
      autoPay: boolean | undefined
      target: bigint | undefined
    }
  | ({ type: 'close'; memberId: string; proceedsId: string } & Priced)

/** The pool has not been valued up to today, and the prices that came with the command do not reach back far enough. */
export class PoolBehind extends Error {
  readonly code = 'pool_behind'
  /** Its fund, and the last day it has been valued for; null for a pool that is still to be created. */
  readonly fund: Fund
  readonly valuedOn: string | null
  constructor(fund: Fund, valuedOn: string | null) {
    super(`The pool is valued up to ${valuedOn ?? 'no day'}`)
    this.name = 'PoolBehind'
    this.fund = fund
    this.valuedOn = valuedOn
  }
}

const text = (amount: bigint): string => amount.toString()
const cents = (minor: bigint) => ({ currency: 'USD' as const, minor: text(minor) })

const notFound = () => new Refusal('pool_not_found', 'You have no pool with this id.')

/** Another member's pool does not exist for whoever asks. */
const owned = (pool: Pool, memberId: string): KnownPool => {
  if (pool.status === 'absent' || pool.memberId !== memberId) throw notFound()
  return pool
}

const open = (pool: KnownPool): KnownPool => {
  if (pool.status === 'closed') throw new Refusal('pool_closed', 'This pool is closed.')
  return pool
}

const known = (pool: Pool): KnownPool => {
  if (pool.status === 'absent') throw notFound()
  return pool
}

const after = (holding: Holding) => ({
  units: text(holding.units),
  cash: text(holding.cash),
  value: text(valueCents(holding)),
})
const traded = (holding: Holding) => ({
  ...after(holding),
  cost: text(holding.cost),
  principal: text(holding.principal),
})

/**
 * Values a pool day by day, and pays what dividends there are on the units held.
 * @throws {PoolBehind} a day is missing
 */
const strike = (pool: KnownPool, quotes: readonly Quote[]): { events: PoolEvent[]; holding: Holding } => {
  const ids = { poolId: pool.poolId, memberId: pool.memberId }
  const events: PoolEvent[] = []
  let { holding } = pool
  const growing = (next: Holding) => ({
    change: cents(valueCents(next) - valueCents(holding)),
    growth: text(next.growth),
    ...after(next),
  })
  for (const quote of quotes) {
    if (quote.day <= holding.day) continue
    if (quote.day !== addDays(holding.day, 1)) throw new PoolBehind(pool.fund, pool.holding.day)
    const { day, price, dividend } = quote
    const valued = valueAt(holding, quote)
    events.push({ type: 'PoolValued', data: { ...ids, day, price: text(price), ...growing(valued) } })
    holding = valued
    if (dividend === 0n || holding.units === 0n) continue
    const { holding: received, amount } = receiveDividend(holding, dividend)
    events.push({
      type: 'DividendReceived',
      data: { ...ids, day, perUnit: text(dividend), amount: text(amount), ...growing(received) },
    })
    holding = received
  }
  return { events, holding }
}

/** The pool as it is valued today. @throws {PoolBehind} a price is missing */
const today = (pool: KnownPool, { today: day, quotes }: Priced) => {
  const struck = strike(pool, quotes)
  if (struck.holding.day < day) throw new PoolBehind(pool.fund, pool.holding.day)
  return struck
}

const assertAbove = (amount: bigint): void => {
  if (amount > 0n) return
  const sentence = 'The amount must be above zero.'
  throw new Refusal('amount_out_of_range', sentence, { amount_cents: sentence })
}

const contribution = (
  ids: { poolId: string; memberId: string },
  contributionId: string,
  amount: bigint,
  before: Holding,
): PoolEvent => {
  const { holding, bought } = buy(before, amount)
  const { day, price } = before
  return {
    type: 'PoolContributionReceived',
    data: {
      ...ids,
      contributionId,
      amount: cents(amount),
      day,
      price: text(price),
      bought: text(bought),
      ...traded(holding),
    },
  }
}

type Purpose = PoolEventOf<'PoolProceedsSent'>['data']['purpose']

const proceeds = (
  { poolId, memberId }: KnownPool,
  { proceedsId, amount, purpose }: { proceedsId: string; amount: bigint; purpose: Purpose },
  { holding, fromCash, sold, realised }: Redemption,
): PoolEvent => ({
  type: 'PoolProceedsSent',
  data: {
    poolId,
    memberId,
    proceedsId,
    purpose,
    amount: cents(amount),
    day: holding.day,
    price: text(holding.price),
    fromCash: text(fromCash),
    sold: text(sold),
    realised: text(realised),
    ...traded(holding),
  },
})

const receive = (pool: Pool, command: Extract<PoolCommand, { type: 'receiveContribution' }>): PoolEvent[] => {
  const { poolId, memberId, contributionId, amount, opens } = command
  assertAbove(amount)
  if (pool.status === 'absent') {
    if (!opens) throw notFound()
    const quote = command.quotes.find(({ day }) => day === command.today)
    if (!quote) throw new PoolBehind(opens, null)
    const created: PoolEvent = {
      type: 'PoolCreated',
      data: { poolId, memberId, terms: opens, day: quote.day, price: text(quote.price) },
    }
    return [created, contribution({ poolId, memberId }, contributionId, amount, emptyHolding(quote))]
  }
  const { events, holding } = today(open(owned(pool, memberId)), command)
  return [...events, contribution({ poolId, memberId }, contributionId, amount, holding)]
}

const payBill = (pool: Pool, command: Extract<PoolCommand, { type: 'payBill' }>): PoolEvent[] => {
  const { billId, paymentId, amount } = command
  const { poolId, memberId, status, autoPay } = known(pool)
  const declined = (reason: PoolEventOf<'PoolPaymentDeclined'>['data']['reason']): PoolEvent => ({
    type: 'PoolPaymentDeclined',
    data: { poolId, memberId, billId, paymentId, reason },
  })
  if (status === 'closed') return [declined('closed')]
  const { events, holding } = today(known(pool), command)
  if (!autoPay) return [...events, declined('auto_pay_off')]
  const { dividends, gains } = availableForBills(holding)
  if (amount <= 0n || amount > dividends + gains) return [...events, declined('not_enough')]
  const given = {
    proceedsId: poolLegProceedsId(paymentId, poolId),
    amount,
    purpose: { kind: 'bill', billId, paymentId },
  } as const
  return [...events, proceeds(known(pool), given, redeem(holding, amount))]
}

const assertNothingPending = ({ pending }: KnownPool): void => {
  if (Object.keys(pending).length === 0) return
  throw new Refusal(
    'payment_pending',
    'This pool is paying a bill right now. Close it when the payment has ended.',
  )
}

const close = (pool: Pool, command: Extract<PoolCommand, { type: 'close' }>): PoolEvent[] => {
  const ending = owned(pool, command.memberId)
  if (ending.status === 'closed') throw new Refusal('already_closed', 'This pool is closed already.')
  assertNothingPending(ending)
  const { events, holding } = today(ending, command)
  const amount = valueCents(holding)
  const { proceedsId } = command
  const sent = amount === 0n ? null : withdraw(holding, amount)
  const left = sent?.holding ?? holding
  const { poolId, memberId } = ending
  return [
    ...events,
    ...(sent ? [proceeds(ending, { proceedsId, amount, purpose: { kind: 'closing' } }, sent)] : []),
    { type: 'PoolClosed', data: { poolId, memberId, proceedsId, residue: text(exactValue(left)) } },
  ]
}

/**
 * What a command does to a pool: new facts, none when it has been done already, or a refusal. Pure.
 * @throws {Refusal} a rule of the pool says no
 * @throws {PoolBehind} prices are missing
 */
export const decide = (command: PoolCommand, pool: Pool): PoolEvent[] => {
  switch (command.type) {
    case 'strike':
      if (pool.status !== 'open') return []
      return strike(pool, command.quotes).events

    case 'receiveContribution':
      return receive(pool, command)

    case 'withdraw': {
      const { memberId, proceedsId, amount } = command
      assertAbove(amount)
      const own = open(owned(pool, memberId))
      const { events, holding } = today(own, command)
      if (amount > valueCents(holding)) {
        const sentence = `Only $${formatMinor('USD', valueCents(holding))} is in this pool.`
        throw new Refusal('insufficient_pool_value', sentence, { amount_cents: sentence })
      }
      const given = { proceedsId, amount, purpose: { kind: 'withdrawal' } } as const
      return [...events, proceeds(own, given, withdraw(holding, amount))]
    }

    case 'payBill':
      return payBill(pool, command)

    case 'takeBackPayment': {
      const { poolId, memberId, pending, holding } = known(pool)
      const { billId, paymentId } = command
      const proceedsId = poolLegProceedsId(paymentId, poolId)
      const amount = pending[proceedsId]
      if (amount === undefined) return []
      const returned = { ...holding, cash: holding.cash + amount * GRAINS_PER_CENT }
      return [
        {
          type: 'PoolProceedsReturned',
          data: {
            poolId,
            memberId,
            proceedsId,
            billId,
            paymentId,
            amount: cents(amount),
            day: holding.day,
            ...after(returned),
          },
        },
      ]
    }

    case 'settlePayment': {
      const { poolId, memberId, pending } = known(pool)
      const { billId, paymentId } = command
      const proceedsId = poolLegProceedsId(paymentId, poolId)
      if (!(proceedsId in pending)) return []
      return [{ type: 'PoolPaymentSettled', data: { poolId, memberId, proceedsId, billId, paymentId } }]
    }

    case 'changeSettings': {
      const { memberId, changeId, autoPay, target } = command
      const own = open(owned(pool, memberId))
      const ids = { poolId: own.poolId, memberId, changeId }
      return [
        ...(autoPay !== undefined && autoPay !== own.autoPay
          ? [{ type: 'AutoPaySet', data: { ...ids, enabled: autoPay } } as const]
          : []),
        ...(target !== undefined && target !== own.target
          ? [{ type: 'TargetYieldSet', data: { ...ids, target: text(target) } } as const]
          : []),
      ]
    }

    case 'close':
      return close(pool, command)
  }
}
