import * as z from 'zod'
import { money, usd } from '../../../events/money.ts'
import { ALL_REFUNDS, refundClaim } from '../../../events/deposits/decide-claim.ts'
import type { PaymentChange } from '../../../events/deposits/payment-change.ts'

/** Metadata of our own payment intents. */
const Ours = z.object({ deposit_id: z.uuid() })

/**
 * The deposit id in an object's metadata; null if it is not ours: every application of a Stripe account receives the
 * events of all others, and they may use the same key for ids of their own.
 */
export const depositIdIn = (metadata: unknown): string | null =>
  Ours.safeParse(metadata).data?.deposit_id ?? null

/** Only the fields that we read. Stripe's enumerations are open, so types are plain text. */
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

/** Reported under several types of event; `status` decides. */
const Refund = z.object({
  id: z.string(),
  payment_intent: z.nullish(z.string()),
  status: z.nullish(z.string()),
  /** Cents of the charge. */
  amount: z.int(),
  currency: z.string(),
})

/** The change of a deposit that a Stripe event reports. `depositId` is null where only the payment intent has it. */
interface StripeChange {
  readonly depositId: string | null
  readonly change: PaymentChange
}

/** The code if the ledger accepts it, else `otherwise`. */
const codeOf = (text: string | null | undefined, otherwise: string): string =>
  text && /^[A-Za-z0-9_]{1,60}$/.test(text) ? text : otherwise

const ofIntent = (object: unknown, changeOf: (intent: z.infer<typeof PaymentIntent>) => PaymentChange) => {
  const depositId = depositIdIn(Reflect.get(Object(object), 'metadata'))
  return depositId === null ? null : { depositId, change: changeOf(PaymentIntent.parse(object)) }
}

/** Refunds are reported as the total so far, so that an event that arrives late changes nothing. */
const ofRefunds = (object: unknown): StripeChange | null => {
  const { payment_intent: reference, metadata, amount_refunded: cents, currency } = Charge.parse(object)
  if (!reference || cents === 0 || currency !== 'usd') return null
  const taken = usd(cents)
  return {
    depositId: depositIdIn(metadata),
    change: { to: 'claimed', reference, claim: ALL_REFUNDS, taken, disputed: false, code: 'refunded' },
  }
}

/**
 * One refund. It can fail days after it was made, and is then no refund any more
 * (docs.stripe.com/refunds, "Failed refunds").
 */
const ofRefund = (object: unknown): StripeChange | null => {
  const { id, payment_intent: reference, status, amount: cents, currency } = Refund.parse(object)
  if (!reference || cents === 0 || currency !== 'usd') return null
  const claim = refundClaim(id)
  if (status === 'failed' || status === 'canceled')
    return { depositId: null, change: { to: 'released', reference, claim, failed: usd(cents) } }
  const taken = { taken: usd(cents), disputed: false, code: 'refunded' }
  return { depositId: null, change: { to: 'claimed', reference, claim, ...taken } }
}

/**
 * Stripe withholds the amount of an open dispute, and so do we; it is released when the dispute is won. An inquiry
 * (`warning_…`) withholds nothing (docs.stripe.com/disputes/how-disputes-work).
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
    change: {
      to: 'claimed',
      reference,
      claim,
      taken: usd(amount),
      disputed: status !== 'lost',
      code,
      ...(status === 'lost' && { final: true }),
    },
  }
}

/**
 * Parses a Stripe event; null when it concerns no deposit. Refunds and disputes claim their amount whatever the state
 * of the payment: a bank debit that fails late is also reported as a lost dispute
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
        // An amount in a foreign currency counts as nothing paid.
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
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return ofRefund(object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return ofDispute(object)
    default:
      return null
  }
}
