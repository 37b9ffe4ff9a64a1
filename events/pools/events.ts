import * as z from 'zod'
import { AnyCents, Cents, CentsOrNone, Day, fact, Id, NotNegative, Positive } from '../facts.ts'
import { derivedId } from '../ids.ts'
import { since } from '../level.ts'
import { PoolTerms } from '../pool-terms.ts'
import { defineEvents } from '../stream.ts'

/** Zero or more, as a decimal string: 10^-8 units, grains (10^-14 dollars), growth (10^-18) or cents. */
const Whole = z.string().regex(/^(0|[1-9]\d{0,39})$/)
const Realised = z.string().regex(/^(0|-?[1-9]\d{0,39})$/)
/** Millionths of a dollar, above zero. */
const Price = Positive

/** The holding after the fact: units (10^-8), cash (grains); units × price + cash = value, in cents rounded down. */
const after = { units: Whole, cash: Whole, value: Whole }
/** In addition the cost of the units (grains) and the principal (cents). */
const traded = { ...after, cost: Whole, principal: Whole }
const bill = { billId: Id, paymentId: Id }
/** Why money leaves a pool. */
const Purpose = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('withdrawal') }),
  z.strictObject({ kind: z.literal('closing') }),
  z.strictObject({ kind: z.literal('bill'), ...bill }),
])
export type PoolPurpose = z.infer<typeof Purpose>

/** The event id of a pool's answer to a bill payment. Giving and declining share it, so only one can be stored. */
export const poolLegEventId = (paymentId: string, poolId: string): string =>
  derivedId('PoolPaymentLeg', paymentId, poolId)

const proceedsEventId = (data: {
  readonly poolId: string
  readonly proceedsId: string
  readonly purpose: PoolPurpose
}): string =>
  data.purpose.kind === 'bill'
    ? poolLegEventId(data.purpose.paymentId, data.poolId)
    : derivedId('PoolProceedsSent', data.proceedsId)

const pool = { poolId: Id, memberId: Id }

export const PoolEvent = z.discriminatedUnion('type', [
  /** On `day` a unit of its fund costs `price`. */
  fact('PoolCreated', ['poolId'], { ...pool, terms: PoolTerms, day: Day, price: Price }),
  fact('PoolContributionReceived', ['contributionId'], {
    ...pool,
    contributionId: Id,
    amount: Cents,
    day: Day,
    price: Price,
    bought: Whole,
    ...traded,
  }),
  /** The price of `day`; `change`: how much it changes the value. */
  fact('PoolValued', ['poolId', 'day'], {
    ...pool,
    day: Day,
    price: Price,
    change: AnyCents,
    growth: Whole,
    ...after,
  }),
  /** `perUnit` (millionths of a dollar) on each unit held when `day` began: `amount` grains. */
  fact('DividendReceived', ['poolId', 'day'], {
    ...pool,
    day: Day,
    perUnit: Price,
    amount: Whole,
    change: AnyCents,
    growth: Whole,
    ...after,
  }),
  /**
   * `units` are to be sold so that `amount` can be paid out. The order may wait for the market's next session, and no
   * other sale starts meanwhile.
   */
  fact('PoolProceedsOrdered', ['proceedsId'], {
    ...pool,
    proceedsId: Id,
    purpose: Purpose,
    amount: CentsOrNone,
    units: Whole,
    day: Day,
  }),
  /** An order was filled at another price than the day's; `rest`: the remainder of rounding that price, in grains. */
  fact('PoolRepriced', ['poolId', 'orderId'], {
    ...pool,
    orderId: Id,
    day: Day,
    price: Price,
    rest: Whole,
    change: AnyCents,
    growth: Whole,
    ...after,
  }),
  /** Nothing is paid out: the order was rejected, or it brought too little and the proceeds stay as cash. */
  fact('PoolProceedsKept', ['proceedsId'], {
    ...pool,
    proceedsId: Id,
    reason: z.string(),
    day: Day,
    price: Price,
    sold: Whole,
    realised: Realised,
    ...traded,
  }),
  /**
   * Paid out to the wallet or for a bill: `fromCash` grains from cash, the rest from the units sold. Of these the
   * platform has `taken` what the market did not, being worth less than it takes.
   */
  fact('PoolProceedsSent', proceedsEventId, {
    ...pool,
    proceedsId: Id,
    purpose: Purpose,
    amount: Cents,
    day: Day,
    price: Price,
    fromCash: Whole,
    sold: Whole,
    realised: Realised,
    taken: since(4, z.optional(Whole)),
    ...traded,
  }),
  /** The pool was asked for its part of a bill and could not give it; it will never give it for this payment. */
  fact('PoolPaymentDeclined', ({ paymentId, poolId }) => poolLegEventId(paymentId, poolId), {
    ...pool,
    ...bill,
    reason: z.enum(['closed', 'auto_pay_off', 'not_enough']),
  }),
  /** The payment failed: the pool's part is returned to it as cash. */
  fact('PoolProceedsReturned', ['proceedsId'], {
    ...pool,
    proceedsId: Id,
    ...bill,
    amount: Cents,
    day: Day,
    ...after,
  }),
  /** The payment was completed: the pool's part can no longer be returned. */
  fact('PoolPaymentSettled', ['proceedsId'], { ...pool, proceedsId: Id, ...bill }),
  fact('AutoPaySet', ['poolId', 'changeId'], { ...pool, changeId: Id, enabled: z.boolean() }),
  /** Cents a month. */
  fact('TargetYieldSet', ['poolId', 'changeId'], { ...pool, changeId: Id, target: NotNegative }),
  /** Everything was paid out as `proceedsId`, except `residue` grains, which are less than a cent. */
  fact('PoolClosed', ['poolId'], { ...pool, proceedsId: Id, residue: Whole }),
])
export type PoolEvent = z.infer<typeof PoolEvent>
export type PoolEventOf<Type extends PoolEvent['type']> = Extract<PoolEvent, { type: Type }>

/** The proceeds id of a pool's part of a bill payment. */
export const poolLegProceedsId = (paymentId: string, poolId: string): string =>
  derivedId('poolLegProceeds', paymentId, poolId)

/** Facts of one member's pool, the stream `pool-{pool id}`: what it holds and what was paid in and out. */
export const poolEvents = defineEvents({ prefix: 'pool-', schema: PoolEvent, version: 1 })
