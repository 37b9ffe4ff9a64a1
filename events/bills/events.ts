import * as z from 'zod'
import { derivedId } from '../ids.ts'
import { defineEvents } from '../stream.ts'

/** A member has one bill of each biller and month. */
export const billIdOf = (biller: string, memberId: string, period: string): string =>
  derivedId('bill', biller, memberId, period)

const Id = z.uuid()
/** US cents above zero, as a decimal string. */
const Cents = z.strictObject({ currency: z.literal('USD'), minor: z.string().regex(/^[1-9]\d{0,18}$/) })
/** Zero or more cents. */
const CentsText = z.string().regex(/^(0|[1-9]\d{0,18})$/)
const Line = z.strictObject({
  item: z.string().regex(/^[\w:.-]{1,80}$/),
  reference: z.string().regex(/^[\w:.-]{1,80}$/),
  cents: z.string().regex(/^(0|-?[1-9]\d{0,18})$/),
})

/** What one source gives for a payment: a pool from dividend cash and from gains, or the wallet. Cents. */
export const Leg = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('pool'), poolId: Id, dividends: CentsText, gains: CentsText }),
  z.strictObject({ source: z.literal('wallet'), amount: CentsText }),
])
export type Leg = z.infer<typeof Leg>

/** What a leg gives in all, in cents. */
export const legCents = (leg: Leg): bigint =>
  leg.source === 'wallet' ? BigInt(leg.amount) : BigInt(leg.dividends) + BigInt(leg.gains)

/** Why a payment was not made. */
export const PaymentReason = z.enum(['no_auto_pay_pool', 'pools_short', 'wallet_short', 'changed_meanwhile'])
export type PaymentReason = z.infer<typeof PaymentReason>

const event = <const Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), data: z.strictObject({ billId: Id, memberId: Id, ...shape }) })

export const BillEvent = z.discriminatedUnion('type', [
  event('BillIssued', {
    biller: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    /** Calendar month in UTC, `2026-11`. */
    period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    lines: z.array(Line).check(z.minLength(1)),
    amount: Cents,
    /** The last UTC day on which it is paid in time. */
    dueOn: z.iso.date(),
  }),
  /** From now on these legs are asked for; all of them give, or the payment fails and all is given back. */
  event('BillPaymentStarted', {
    paymentId: Id,
    method: z.enum(['auto', 'manual']),
    legs: z.array(Leg).check(z.minLength(1)),
  }),
  /** What the legs gave is owed to the biller. */
  event('BillPaid', { paymentId: Id, biller: z.string(), amount: Cents }),
  /** Nobody has given anything, or all of it is back. `missing` cents, 0 when that is not why. */
  event('BillPaymentFailed', { paymentId: Id, reason: PaymentReason, missing: CentsText }),
  /** The due date is over and it is not paid; it can still be. */
  event('BillPastDue', { dueOn: z.iso.date() }),
])
export type BillEvent = z.infer<typeof BillEvent>
export type BillEventOf<Type extends BillEvent['type']> = Extract<BillEvent, { type: Type }>

/** Ids are derived from what the fact is about, so that a repeated step is recognised wherever it is stored. */
export const billEventId = (event: BillEvent): string => {
  switch (event.type) {
    case 'BillIssued':
    case 'BillPaid':
    case 'BillPastDue':
      return derivedId(event.type, event.data.billId)
    case 'BillPaymentStarted':
    case 'BillPaymentFailed':
      return derivedId(event.type, event.data.billId, event.data.paymentId)
  }
}

/** Facts of one bill of one member for one month, the stream `bill-{bill id}`. */
export const billEvents = defineEvents({ prefix: 'bill-', schema: BillEvent, version: 1, idOf: billEventId })
