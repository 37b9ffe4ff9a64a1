import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { PoolTerms } from '../pool-terms.ts'
import { defineEvents } from '../stream.ts'

const Id = z.uuid()
const Day = z.iso.date()
/** Zero or more, as a decimal string: 10^-8 units, grains (10^-14 dollars), growth (10^-18) or cents. */
const Whole = z.string().regex(/^(0|[1-9]\d{0,39})$/)
const Signed = z.string().regex(/^(0|-?[1-9]\d{0,39})$/)
/** Millionths of a dollar, above zero. */
const Price = z.string().regex(/^[1-9]\d{0,18}$/)
/** US cents above zero, and with any sign. */
const Cents = z.strictObject({ currency: z.literal('USD'), minor: z.string().regex(/^[1-9]\d{0,18}$/) })
const AnyCents = z.strictObject({
  currency: z.literal('USD'),
  minor: z.string().regex(/^(0|-?[1-9]\d{0,18})$/),
})

/** The holding after the fact: units (10^-8), cash (grains); units × price + cash = value, in cents rounded down. */
const after = { units: Whole, cash: Whole, value: Whole }
/** Besides: what the units cost (grains) and the principal (cents). */
const traded = { ...after, cost: Whole, principal: Whole }
const bill = { billId: Id, paymentId: Id }
const CentsOrNone = z.strictObject({
  currency: z.literal('USD'),
  minor: z.string().regex(/^(0|[1-9]\d{0,18})$/),
})
/** What money leaves a pool for. */
const Purpose = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('withdrawal') }),
  z.strictObject({ kind: z.literal('closing') }),
  z.strictObject({ kind: z.literal('bill'), ...bill }),
])
export type PoolPurpose = z.infer<typeof Purpose>

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject({ poolId: Id, memberId: Id, ...shape }) })

export const PoolEvent = z.discriminatedUnion('type', [
  /** On `day` a unit of its fund costs `price`. */
  event('PoolCreated', { terms: PoolTerms, day: Day, price: Price }),
  event('PoolContributionReceived', {
    contributionId: Id,
    amount: Cents,
    day: Day,
    price: Price,
    bought: Whole,
    ...traded,
  }),
  /** The price of `day`; `change` is what that makes of the value. */
  event('PoolValued', { day: Day, price: Price, change: AnyCents, growth: Whole, ...after }),
  /** `perUnit` (millionths of a dollar) on each unit held when `day` began: `amount` grains. */
  event('DividendReceived', {
    day: Day,
    perUnit: Price,
    amount: Whole,
    change: AnyCents,
    growth: Whole,
    ...after,
  }),
  /**
   * For an amount to be paid out so many units are sold: on the market from now on, maybe until its next session.
   * Nothing else is sold meanwhile.
   */
  event('PoolProceedsOrdered', {
    proceedsId: Id,
    purpose: Purpose,
    amount: CentsOrNone,
    units: Whole,
    day: Day,
  }),
  /** An order was filled at another price than the day's; `rest` is what rounding that price left, in grains. */
  event('PoolRepriced', {
    orderId: Id,
    day: Day,
    price: Price,
    rest: Whole,
    change: AnyCents,
    growth: Whole,
    ...after,
  }),
  /** What was ordered is not paid out: nothing was sold, or it brought too little, and stays in the pool as cash. */
  event('PoolProceedsKept', {
    proceedsId: Id,
    reason: z.string(),
    day: Day,
    price: Price,
    sold: Whole,
    realised: Signed,
    ...traded,
  }),
  /** Paid out to the wallet, or on a bill: `fromCash` grains of cash, the rest by units that were sold. */
  event('PoolProceedsSent', {
    proceedsId: Id,
    purpose: Purpose,
    amount: Cents,
    day: Day,
    price: Price,
    fromCash: Whole,
    sold: Whole,
    realised: Signed,
    ...traded,
  }),
  /** The pool was asked for its part of a bill and could not give it; it will never give it for this payment. */
  event('PoolPaymentDeclined', { ...bill, reason: z.enum(['closed', 'auto_pay_off', 'not_enough']) }),
  /** The payment was not completed: its part is back, as cash. */
  event('PoolProceedsReturned', { proceedsId: Id, ...bill, amount: Cents, day: Day, ...after }),
  /** The payment was completed and takes nothing back any more. */
  event('PoolPaymentSettled', { proceedsId: Id, ...bill }),
  event('AutoPaySet', { changeId: Id, enabled: z.boolean() }),
  /** Cents a month. */
  event('TargetYieldSet', { changeId: Id, target: z.string().regex(/^(0|[1-9]\d{0,18})$/) }),
  /** Everything was paid out, as `proceedsId`, but less than a cent: `residue` grains. */
  event('PoolClosed', { proceedsId: Id, residue: Whole }),
])
export type PoolEvent = z.infer<typeof PoolEvent>
export type PoolEventOf<Type extends PoolEvent['type']> = Extract<PoolEvent, { type: Type }>

/** The id of what a pool answers when it is asked for its part of a payment: given or declined, never both. */
export const poolLegEventId = (paymentId: string, poolId: string): string =>
  derivedId('PoolPaymentLeg', paymentId, poolId)

/** What a pool gives for a payment. */
export const poolLegProceedsId = (paymentId: string, poolId: string): string =>
  derivedId('poolLegProceeds', paymentId, poolId)

/**
 * Ids are derived from what the fact is about, so that a repeated step is recognised wherever it is stored.
 */
export const poolEventId = (event: PoolEvent): string => {
  const { poolId } = event.data
  switch (event.type) {
    case 'PoolCreated':
    case 'PoolClosed':
      return derivedId(event.type, poolId)
    case 'PoolContributionReceived':
      return derivedId(event.type, event.data.contributionId)
    case 'PoolRepriced':
      return derivedId(event.type, poolId, event.data.orderId)
    case 'PoolValued':
    case 'DividendReceived':
      return derivedId(event.type, poolId, event.data.day)
    case 'PoolProceedsSent':
      return event.data.purpose.kind === 'bill'
        ? poolLegEventId(event.data.purpose.paymentId, poolId)
        : derivedId(event.type, event.data.proceedsId)
    case 'PoolPaymentDeclined':
      return poolLegEventId(event.data.paymentId, poolId)
    case 'PoolProceedsOrdered':
    case 'PoolProceedsKept':
    case 'PoolProceedsReturned':
    case 'PoolPaymentSettled':
      return derivedId(event.type, event.data.proceedsId)
    case 'AutoPaySet':
    case 'TargetYieldSet':
      return derivedId(event.type, poolId, event.data.changeId)
  }
}

/** Facts of one member's pool, the stream `pool-{pool id}`: what it holds and what was paid in and out. */
export const poolEvents = defineEvents({ prefix: 'pool-', schema: PoolEvent, version: 1, idOf: poolEventId })
