import * as z from 'zod'
import { money, usd } from '../../../events/money.ts'
import type { PaymentChange } from '../../../events/deposits/payment-change.ts'

/** The metadata of what is ours. */
const Ours = z.object({ deposit_id: z.uuid() })

/**
 * The deposit that an object's metadata names; null where they name none of ours: every application of a Stripe
 * account hears of the objects of all others, and they may use the same word for ids of their own.
 */
export const depositIdIn = (metadata: unknown): string | null =>
  Ours.safeParse(metadata).data?.deposit_id ?? null

/** Only what is read of Stripe's objects; their enumerations are open, so types are plain text. */
const PaymentIntent = z.object({
  id: z.string(),
  currency: z.string(),
  amount_received: z.optional(z.int()),
  last_payment_error: z.nullish(
    z.object({ code: z.nullish(z.string()), decline_code: z.nullish(z.string()) }),
  ),
})

const Charge = z.object({
  payment_intent: z.nullish(z.string()),
  metadata: z.unknown(),
  /** Cents of the charge that have been refunded so far. */
  amount_refunded: z.int(),
  currency: z.string(),
})

const Dispute = z.object({
  id: z.string(),
  payment_intent: z.nullish(z.string()),
  status: z.string(),
  reason: z.string(),
  /** Cents of the charge that are disputed. */
  amount: z.int(),
  currency: z.string(),
})

/** What a Stripe event means for a deposit. `depositId` is null where only the payment intent tells. */
interface StripeChange {
  readonly depositId: string | null
  readonly change: PaymentChange
}

/** Codes as the ledger takes them. */
const codeOf = (text: string | null | undefined, otherwise: string): string =>
  text && /^[A-Za-z0-9_]{1,60}$/.test(text) ? text : otherwise

const ofIntent = (object: unknown, changeOf: (intent: z.infer<typeof PaymentIntent>) => PaymentChange) => {
  const depositId = depositIdIn(Reflect.get(Object(object), 'metadata'))
  return depositId === null ? null : { depositId, change: changeOf(PaymentIntent.parse(object)) }
}

/** Refunds are told of by what they come to so far, so that one that comes late says nothing new. */
const ofRefunds = (object: unknown): StripeChange | null => {
  const { payment_intent: reference, metadata, amount_refunded: cents, currency } = Charge.parse(object)
  if (!reference || cents === 0 || currency !== 'usd') return null
  const taken = usd(cents)
  return {
    depositId: depositIdIn(metadata),
    change: { to: 'claimed', reference, claim: 'refunds', taken, disputed: false, code: 'refunded' },
  }
}

/**
 * While a dispute is open Stripe withholds its amount, and so do we; won, it is given back. An inquiry (`warning_…`)
 * withholds nothing (docs.stripe.com/disputes/how-disputes-work).
 */
const ofDispute = (object: unknown): StripeChange | null => {
  const { id: claim, payment_intent: reference, status, reason, amount, currency } = Dispute.parse(object)
  if (!reference || currency !== 'usd') return null
  if (status === 'won' || status === 'warning_closed')
    return { depositId: null, change: { to: 'released', reference, claim } }
  if (status.startsWith('warning_')) return null
  const code = codeOf(reason, 'disputed')
  return {
    depositId: null,
    change: { to: 'claimed', reference, claim, taken: usd(amount), disputed: status !== 'lost', code },
  }
}

/**
 * Reads an event of Stripe; null when it concerns no deposit. Refunds and disputes take
 * what they come to, whatever state the payment is in: for bank debits a lost dispute is also how late failures come
 * (docs.stripe.com/payments/ach-direct-debit, "Disputed payments").
 * @throws {z.ZodError} the object is not what Stripe documents
 */
export const stripeChange = (type: string, object: unknown): StripeChange | null => {
  switch (type) {
    case 'payment_intent.requires_action':
      return ofIntent(object, ({ id }) => ({ to: 'action_required', reference: id }))
    case 'payment_intent.processing':
      return ofIntent(object, ({ id }) => ({ to: 'processing', reference: id }))
    case 'payment_intent.succeeded':
      return ofIntent(object, ({ id, currency, amount_received: cents }) => ({
        to: 'succeeded',
        reference: id,
        // A foreign currency is no US cent of what is due.
        charged: currency === 'usd' ? usd(cents ?? 0) : money('USD', 0n),
      }))
    case 'payment_intent.payment_failed':
      return ofIntent(object, ({ id, last_payment_error: error }) => ({
        to: 'failed',
        reference: id,
        code: codeOf(error?.decline_code ?? error?.code, 'card_declined'),
      }))
    case 'payment_intent.canceled':
      return ofIntent(object, ({ id }) => ({ to: 'failed', reference: id, code: 'canceled' }))
    case 'charge.refunded':
      return ofRefunds(object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return ofDispute(object)
    default:
      return null
  }
}
