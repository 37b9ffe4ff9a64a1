import { formatMinor } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { PoolEvent, PoolEventOf, PoolPurpose } from './events.ts'
import {
  cashCents,
  exactValue,
  GRAINS_PER_CENT,
  redeem,
  reprice,
  valueCents,
  withdraw,
  type Fill,
  type Holding,
} from './holding.ts'
import type { Fund, KnownPool, PoolSale } from './pool.ts'
import {
  BELOW_MINIMUM,
  saleCentsMin,
  unitsForBill,
  unitsForWithdrawal,
  type SaleTerms,
} from './sale-terms.ts'

/** The outcome of an order at the market: filled, in part if the market does not take the rest, or rejected for good. */
export type SaleOutcome = { readonly fill: Fill } | { readonly refused: string }

/** Another sale is in progress and has to end first. */
export class SalePending extends Error {
  override name = 'SalePending'
  readonly code = 'sale_pending'
  readonly proceedsId: string
  constructor(proceedsId: string) {
    super(`Units are being sold for ${proceedsId}`)
    this.proceedsId = proceedsId
  }
}

/** Units have to be bought before this can be decided. */
export class PurchaseNeeded extends Error {
  override name = 'PurchaseNeeded'
  readonly code = 'purchase_needed'
  readonly order: { readonly orderId: string; readonly fund: Fund; readonly cents: bigint }
  constructor(order: PurchaseNeeded['order']) {
    super(`Units have to be bought for ${order.orderId}`)
    this.order = order
  }
}

const text = (amount: bigint): string => amount.toString()
const cents = (minor: bigint) => ({ currency: 'USD' as const, minor: text(minor) })
const idsOf = ({ poolId, memberId }: Pick<KnownPool, 'poolId' | 'memberId'>) => ({ poolId, memberId })

export const holdingFields = (holding: Holding) => ({
  units: text(holding.units),
  cash: text(holding.cash),
  value: text(valueCents(holding)),
})
export const traded = (holding: Holding) => ({
  ...holdingFields(holding),
  cost: text(holding.cost),
  principal: text(holding.principal),
})

/** Applies the price of a fill; a fill at the day's price makes no event. */
export const repriced = (
  ids: Pick<KnownPool, 'poolId' | 'memberId'>,
  orderId: string,
  before: Holding,
  fill: Fill,
): { readonly events: PoolEvent[]; readonly holding: Holding } => {
  if (fill.units === 0n || (fill.price === before.price && fill.rest === 0n))
    return { events: [], holding: before }
  const holding = reprice(before, fill)
  const { price, rest } = fill
  const change = cents(valueCents(holding) - valueCents(before))
  const repriced = {
    orderId,
    day: holding.day,
    price: text(price),
    rest: text(rest),
    change,
    growth: text(holding.growth),
  }
  return {
    events: [{ type: 'PoolRepriced', data: { ...idsOf(ids), ...repriced, ...holdingFields(holding) } }],
    holding,
  }
}

const belowMinimum = (holding: Holding, terms: SaleTerms): Refusal => {
  const [least, cash] = [saleCentsMin(terms), cashCents(holding)].map((one) => formatMinor('USD', one))
  const sentence = `The market sells nothing worth less than $${least}, and the units of this pool are worth less. $${cash} of cash can be withdrawn; closing the pool pays out all of it.`
  return new Refusal('order_below_minimum', sentence, { amount_cents: sentence })
}

/** @throws {Refusal} the market would not take the sale */
const unitsToSell = (
  holding: Holding,
  { purpose, amount, terms }: Pick<PoolSale, 'purpose' | 'amount'> & { readonly terms: SaleTerms },
): bigint => {
  switch (purpose.kind) {
    case 'closing':
      // A closing pool sells everything: a remaining part of a unit could later be worth a cent.
      return amount > 0n ? holding.units : 0n
    case 'bill':
      return unitsForBill(holding, amount, terms)
    case 'withdrawal': {
      const units = unitsForWithdrawal(holding, amount, terms)
      if (units === null) throw belowMinimum(holding, terms)
      return units
    }
  }
}

/**
 * Orders the sale of the units that an amount takes today, no fewer than the market takes.
 * @throws {SalePending} another sale is in progress: no unit may be sold twice
 * @throws {Refusal} the units are worth less than the market takes
 */
export const orderProceeds = (
  pool: KnownPool,
  holding: Holding,
  { proceedsId, purpose, amount, terms }: Omit<PoolSale, 'units'> & { readonly terms: SaleTerms },
): PoolEvent => {
  if (pool.sale) throw new SalePending(pool.sale.proceedsId)
  const units = text(unitsToSell(holding, { purpose, amount, terms }))
  const data = { ...idsOf(pool), proceedsId, purpose, amount: cents(amount), units, day: holding.day }
  return { type: 'PoolProceedsOrdered', data }
}

/** @throws {Refusal} the pool's value is less */
export const assertCovered = (amount: bigint, holding: Holding): void => {
  if (amount <= valueCents(holding)) return
  const sentence = `Only $${formatMinor('USD', valueCents(holding))} is in this pool.`
  throw new Refusal('insufficient_pool_value', sentence, { amount_cents: sentence })
}

const sent = (
  pool: KnownPool,
  { proceedsId, purpose }: PoolSale,
  amount: bigint,
  redemption: ReturnType<typeof redeem>,
  taken = 0n,
): PoolEvent => {
  const { holding, fromCash, sold, realised } = redemption
  const { day, price } = holding
  const prices = {
    day,
    price: text(price),
    fromCash: text(fromCash),
    sold: text(sold),
    realised: text(realised),
    ...(taken > 0n && { taken: text(taken) }),
  }
  const data = { ...idsOf(pool), proceedsId, purpose, amount: cents(amount), ...prices, ...traded(holding) }
  return { type: 'PoolProceedsSent', data }
}

/** The proceeds stay in the pool as cash. */
const kept = (
  pool: KnownPool,
  proceedsId: string,
  reason: string,
  holding: Holding,
  units: bigint,
): PoolEvent => {
  const { holding: left, sold, realised } = redeem(holding, 0n, units)
  const prices = { day: left.day, price: text(left.price), sold: text(sold), realised: text(realised) }
  const data = { ...idsOf(pool), proceedsId, reason, ...prices, ...traded(left) }
  return { type: 'PoolProceedsKept', data }
}

const declined = (
  pool: KnownPool,
  { billId, paymentId }: Extract<PoolPurpose, { kind: 'bill' }>,
  reason: PoolEventOf<'PoolPaymentDeclined'>['data']['reason'],
): PoolEvent => ({ type: 'PoolPaymentDeclined', data: { ...idsOf(pool), billId, paymentId, reason } })

const closed = (pool: KnownPool, proceedsId: string, left: Holding): PoolEvent => ({
  type: 'PoolClosed',
  data: { ...idsOf(pool), proceedsId, residue: text(exactValue(left)) },
})

/**
 * What was sold for a closing, which leaves no unit behind: the platform takes what the market does not, being worth too
 * little, at the price of the rest, or else of the day. Others keep the units that were not sold.
 */
const soldOf = (
  { purpose, units }: PoolSale,
  outcome: SaleOutcome,
  { price }: Holding,
): { readonly fill: Fill; readonly taken: bigint } | { readonly refused: string } => {
  if ('refused' in outcome) {
    if (purpose.kind !== 'closing' || outcome.refused !== BELOW_MINIMUM) return outcome
    return { fill: { units, price, rest: 0n }, taken: units }
  }
  const { fill } = outcome
  if (fill.units > units) throw new Error(`Not ${units} but ${fill.units} parts of units were sold`)
  if (purpose.kind !== 'closing') return { fill, taken: 0n }
  return { fill: { ...fill, units }, taken: units - fill.units }
}

/**
 * Ends a sale of a pool that is valued as `before`, and pays out. A withdrawal pays the amount asked for, or all cash
 * and proceeds when that is less; a bill is paid whole or declined; a closing pays everything.
 */
export const endSale = (
  pool: KnownPool,
  sale: PoolSale,
  outcome: SaleOutcome,
  before: Holding,
): PoolEvent[] => {
  const { proceedsId, purpose, amount: asked } = sale
  const isBill = purpose.kind === 'bill'
  const end = soldOf(sale, outcome, before)
  if ('refused' in end)
    return [
      kept(pool, proceedsId, end.refused, before, 0n),
      ...(isBill ? [declined(pool, purpose, 'not_enough')] : []),
    ]
  const { units } = end.fill
  const { events, holding } = repriced(pool, proceedsId, before, end.fill)
  const most = (holding.cash + units * holding.price) / GRAINS_PER_CENT
  const amount = purpose.kind === 'closing' || most < asked ? most : asked
  if (isBill && amount < asked)
    return [
      ...events,
      kept(pool, proceedsId, 'not_enough', holding, units),
      declined(pool, purpose, 'not_enough'),
    ]
  if (purpose.kind === 'closing' && amount > 0n) {
    const paid = withdraw(holding, amount, units)
    return [...events, sent(pool, sale, amount, paid, end.taken), closed(pool, proceedsId, paid.holding)]
  }
  // A value below a cent at the time of the order may have reached a cent since.
  if (purpose.kind === 'closing' && valueCents(holding) === 0n)
    return [...events, closed(pool, proceedsId, holding)]
  if (amount === 0n) return [...events, kept(pool, proceedsId, 'nothing_brought', holding, units)]
  return [...events, sent(pool, sale, amount, (isBill ? redeem : withdraw)(holding, amount, units))]
}
