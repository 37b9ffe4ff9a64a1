import * as z from 'zod'
import { Cents, Day, fact, Id, NotNegative, Signed } from '../facts.ts'
import { derivedId } from '../ids.ts'
import { defineEvents } from '../stream.ts'

/** A member has one bill of each biller and month. */
export const billIdOf = (biller: string, memberId: string, period: string): string =>
  derivedId('bill', biller, memberId, period)

/**
 * The bill for what no monthly bill will charge, when an account is closed. `first`: the first thing that it charges;
 * each is charged so once a month, so several such bills of one month differ in it.
 */
export const closingBillIdOf = (biller: string, memberId: string, period: string, first: string): string =>
  derivedId('closing bill', biller, memberId, period, first)

const Line = z.strictObject({
  item: z.string().regex(/^[\w:.-]{1,80}$/),
  reference: z.string().regex(/^[\w:.-]{1,80}$/),
  cents: Signed,
})

/** What one source gives for a payment: a pool from dividend cash and from gains, or the wallet. Cents. */
export const Leg = z.discriminatedUnion('source', [
  z.strictObject({ source: z.literal('pool'), poolId: Id, dividends: NotNegative, gains: NotNegative }),
  z.strictObject({ source: z.literal('wallet'), amount: NotNegative }),
])
export type Leg = z.infer<typeof Leg>

/** What a leg gives in all, in cents. */
export const legCents = (leg: Leg): bigint =>
  leg.source === 'wallet' ? BigInt(leg.amount) : BigInt(leg.dividends) + BigInt(leg.gains)

/** Why a payment was not made. */
export const PaymentReason = z.enum(['no_auto_pay_pool', 'pools_short', 'wallet_short', 'changed_meanwhile'])
export type PaymentReason = z.infer<typeof PaymentReason>

const bill = { billId: Id, memberId: Id }

export const BillEvent = z.discriminatedUnion('type', [
  fact('BillIssued', ['billId'], {
    ...bill,
    biller: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
    /** Calendar month in UTC, `2026-11`. */
    period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
    lines: z.array(Line).check(z.minLength(1)),
    amount: Cents,
    /** The last UTC day on which it is paid in time. */
    dueOn: Day,
    /** Issued before its month has ended, beside the month's own bill, because the member closes the account. */
    closing: z.optional(z.literal(true)),
  }),
  /** These legs are asked from now on: either all of them give, or the payment fails and everything is returned. */
  fact('BillPaymentStarted', ['billId', 'paymentId'], {
    ...bill,
    paymentId: Id,
    method: z.enum(['auto', 'manual']),
    legs: z.array(Leg).check(z.minLength(1)),
  }),
  /** The sum that the legs gave is now owed to the biller. */
  fact('BillPaid', ['billId'], { ...bill, paymentId: Id, biller: z.string(), amount: Cents }),
  /** No leg has given anything, or everything was returned. `missing`: cents short, 0 when that is not the reason. */
  fact('BillPaymentFailed', ['billId', 'paymentId'], {
    ...bill,
    paymentId: Id,
    reason: PaymentReason,
    missing: NotNegative,
  }),
  /** The bill is unpaid after its due date; it can still be paid. */
  fact('BillPastDue', ['billId'], { ...bill, dueOn: Day }),
])
export type BillEvent = z.infer<typeof BillEvent>
export type BillEventOf<Type extends BillEvent['type']> = Extract<BillEvent, { type: Type }>

/** Facts of one bill of one member for one month, the stream `bill-{bill id}`. */
export const billEvents = defineEvents({ prefix: 'bill-', schema: BillEvent, version: 1 })
