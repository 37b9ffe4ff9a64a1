import { Refusal } from '../refusal.ts'
import {
  holdingFields,
  assertCovered,
  endSale,
  orderProceeds,
  PurchaseNeeded,
  repriced,
  traded,
  type SaleOutcome,
} from './decide-sale.ts'
import { poolLegProceedsId, type PoolEvent, type PoolEventOf } from './events.ts'
import {
  availableForBills,
  buy,
  emptyHolding,
  GRAINS_PER_CENT,
  valueCents,
  type Fill,
  type Holding,
} from './holding.ts'
import type { KnownPool, Pool } from './pool.ts'
import { saleCentsMin, type SaleTerms } from './sale-terms.ts'
import { PoolBehind, revalue, revalueToToday, type Priced } from './valuation.ts'
import type { PoolTerms } from '../pool-terms.ts'

/** The commands on a pool. Amounts in cents; ids are derived where the step may be repeated. */
export type PoolCommand =
  /** Values the pool at the prices of the days that have begun since its last valuation. */
  | ({ type: 'revalue' } & Priced)
  /** `opens`: the terms with which a first contribution creates the pool. */
  | ({
      type: 'receiveContribution'
      poolId: string
      memberId: string
      contributionId: string
      amount: bigint
      opens: PoolTerms | null
      /** What the amount bought; null before the purchase, which is ordered under the contribution's id. */
      fill: Fill | null
    } & Priced)
  /** Orders the sale of the units to be paid out. */
  | ({ type: 'withdraw'; memberId: string; proceedsId: string; amount: bigint; terms: SaleTerms } & Priced)
  /** Orders the sale for the pool's part of a bill, or declines for good. */
  | ({ type: 'payBill'; billId: string; paymentId: string; amount: bigint; terms: SaleTerms } & Priced)
  /** The order was filled or rejected: pays out what it brought. */
  | ({ type: 'endSale'; proceedsId: string; outcome: SaleOutcome } & Priced)
  | { type: 'takeBackPayment'; billId: string; paymentId: string }
  | { type: 'settlePayment'; billId: string; paymentId: string }
  | {
      type: 'changeSettings'
      memberId: string
      changeId: string
      autoPay: boolean | undefined
      target: bigint | undefined
    }
  | ({ type: 'close'; memberId: string; proceedsId: string; terms: SaleTerms } & Priced)

const text = (amount: bigint): string => amount.toString()
const cents = (minor: bigint) => ({ currency: 'USD' as const, minor: text(minor) })

const notFound = () => new Refusal('pool_not_found', 'You have no pool with this id.')

/** Another member's pool is refused like one that does not exist. */
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

const assertAbove = (amount: bigint): void => {
  if (amount > 0n) return
  const sentence = 'The amount must be above zero.'
  throw new Refusal('amount_out_of_range', sentence, { amount_cents: sentence })
}

type Contribution = Extract<PoolCommand, { type: 'receiveContribution' }>

const contribution = (
  { poolId, memberId, contributionId, amount }: Contribution,
  before: Holding,
  fill: Fill,
): PoolEvent[] => {
  const ids = { poolId, memberId }
  const { events, holding: priced } = repriced(ids, contributionId, before, fill)
  const { day, price } = priced
  return [
    ...events,
    {
      type: 'PoolContributionReceived',
      data: {
        ...ids,
        contributionId,
        amount: cents(amount),
        day,
        price: text(price),
        bought: text(fill.units),
        ...traded(buy(priced, amount, fill.units)),
      },
    },
  ]
}

/**
 * Receives a contribution with the units bought for it.
 * @throws {PurchaseNeeded} the pool accepts it, but the units have to be bought at the market first
 */
const receive = (pool: Pool, command: Contribution): PoolEvent[] => {
  const { poolId, memberId, contributionId: orderId, amount, opens, fill } = command
  assertAbove(amount)
  if (pool.status === 'absent') {
    if (!opens) throw notFound()
    const quote = command.quotes.find(({ day }) => day === command.today)
    if (!quote) throw new PoolBehind(opens, null)
    if (!fill) throw new PurchaseNeeded({ orderId, fund: opens, cents: amount })
    const created: PoolEvent = {
      type: 'PoolCreated',
      data: { poolId, memberId, terms: opens, day: quote.day, price: text(quote.price) },
    }
    return [created, ...contribution(command, emptyHolding(quote), fill)]
  }
  const own = open(owned(pool, memberId))
  if (own.sale?.purpose.kind === 'closing') throw new Refusal('pool_closed', 'This pool is being closed.')
  const { events, holding } = revalueToToday(own, command)
  if (!fill) throw new PurchaseNeeded({ orderId, fund: own.fund, cents: amount })
  return [...events, ...contribution(command, holding, fill)]
}

const payBill = (pool: Pool, command: Extract<PoolCommand, { type: 'payBill' }>): PoolEvent[] => {
  const { billId, paymentId, amount, terms } = command
  const { poolId, memberId, status, autoPay, sale } = known(pool)
  const proceedsId = poolLegProceedsId(paymentId, poolId)
  if (sale?.proceedsId === proceedsId) return []
  const declined = (reason: PoolEventOf<'PoolPaymentDeclined'>['data']['reason']): PoolEvent => ({
    type: 'PoolPaymentDeclined',
    data: { poolId, memberId, billId, paymentId, reason },
  })
  if (status === 'closed') return [declined('closed')]
  const { events, holding } = revalueToToday(known(pool), command)
  if (!autoPay) return [...events, declined('auto_pay_off')]
  const { dividends, gains } = availableForBills(holding, saleCentsMin(terms))
  if (amount <= 0n || amount > dividends + gains) return [...events, declined('not_enough')]
  const purpose = { kind: 'bill', billId, paymentId } as const
  return [...events, orderProceeds(known(pool), holding, { proceedsId, amount, purpose, terms })]
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
  const { events, holding } = revalueToToday(ending, command)
  const { proceedsId, terms } = command
  const purpose = { kind: 'closing' } as const
  return [
    ...events,
    orderProceeds(ending, holding, { proceedsId, amount: valueCents(holding), purpose, terms }),
  ]
}

const end = (pool: KnownPool, command: Extract<PoolCommand, { type: 'endSale' }>): PoolEvent[] => {
  if (pool.sale?.proceedsId !== command.proceedsId) return []
  const { events, holding } = revalueToToday(pool, command)
  return [...events, ...endSale(pool, pool.sale, command.outcome, holding)]
}

/**
 * Decides a command on a pool: returns the new facts, none when it has been done already. Pure.
 * @throws {Refusal} a rule of the pool refuses it
 * @throws {PoolBehind} prices are missing
 * @throws {PurchaseNeeded} units have to be bought first
 * @throws {SalePending} another sale is in progress
 */
export const decide = (command: PoolCommand, pool: Pool): PoolEvent[] => {
  switch (command.type) {
    case 'revalue':
      if (pool.status !== 'open') return []
      return revalue(pool, command.quotes).events

    case 'receiveContribution':
      return receive(pool, command)

    case 'withdraw': {
      const { memberId, proceedsId, amount, terms } = command
      assertAbove(amount)
      const own = open(owned(pool, memberId))
      const { events, holding } = revalueToToday(own, command)
      assertCovered(amount, holding)
      const purpose = { kind: 'withdrawal' } as const
      return [...events, orderProceeds(own, holding, { proceedsId, amount, purpose, terms })]
    }

    case 'endSale':
      return end(known(pool), command)

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
            ...holdingFields(returned),
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
