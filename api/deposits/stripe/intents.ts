import { Stripe } from 'stripe'
import type { DebitConsent } from '../processor.ts'
import { calling } from './calling.ts'

const mandateOf = ({ ip, userAgent }: DebitConsent) => ({
  customer_acceptance: { type: 'online' as const, online: { ip_address: ip, user_agent: userAgent } },
})

/** Codes of the refusal to confirm again. */
const CONFIRMED: ReadonlySet<string | undefined> = new Set([
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
])

/** Statuses of a payment of which nothing was debited or charged yet, and can still be. */
export const UNCONFIRMED: ReadonlySet<string> = new Set(['requires_payment_method', 'requires_confirmation'])

/**
 * Confirms separately, because a repeated order may come from another address or browser: Stripe rejects other
 * parameters under the same key, and what is confirmed already is only read.
 */
export const confirmOnce = async <T extends Stripe.PaymentIntent | Stripe.SetupIntent>(
  intents: {
    confirm(
      reference: string,
      params: { mandate_data: ReturnType<typeof mandateOf> },
      options: Stripe.RequestOptions,
    ): Promise<T>
    retrieve(reference: string): Promise<T>
  },
  reference: string,
  { key, consent }: { readonly key: string; readonly consent: DebitConsent },
): Promise<T> => {
  try {
    return await intents.confirm(
      reference,
      { mandate_data: mandateOf(consent) },
      { idempotencyKey: `confirm-${key}` },
    )
  } catch (error) {
    const isConfirmed =
      error instanceof Stripe.errors.StripeIdempotencyError ||
      (error instanceof Stripe.errors.StripeInvalidRequestError && CONFIRMED.has(error.code))
    if (!isConfirmed) throw error
    return intents.retrieve(reference)
  }
}

/** Payments at Stripe, found by their ids or by our deposits'. */
export const createIntents = (stripe: Stripe) => {
  /** A payment; null when it is not of this account. */
  const intentOf = async (
    reference: string,
    expand?: 'latest_charge',
  ): Promise<Stripe.PaymentIntent | null> => {
    try {
      return await stripe.paymentIntents.retrieve(reference, expand && { expand: [expand] })
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
        return null
      return calling(() => Promise.reject(error))
    }
  }

  /** The payment of a deposit, by its metadata; of several (from before they were looked up) one that was confirmed. */
  const intentFor = async (depositId: string): Promise<Stripe.PaymentIntent | null> => {
    const query = `metadata['deposit_id']:'${depositId}'`
    const { data } = await calling(() => stripe.paymentIntents.search({ query }))
    return data.find(({ status }) => !UNCONFIRMED.has(status)) ?? data[0] ?? null
  }

  /**
   * A payment that may have been ordered before is looked up first, and ordered by its key only when Stripe has none.
   * The key holds for 24 hours at least ("You can remove keys from the system automatically after they're at least 24
   * hours old", docs.stripe.com/api/idempotent_requests), and a search knows what is older than an hour even in an
   * outage (docs.stripe.com/search, "Data freshness"): at any time one of the two finds it.
   */
  const orderedOnce = async (
    { depositId, isNew }: { readonly depositId: string; readonly isNew: boolean },
    params: Stripe.PaymentIntentCreateParams,
  ): Promise<Stripe.PaymentIntent> =>
    (isNew ? null : await intentFor(depositId)) ??
    (await calling(() => stripe.paymentIntents.create(params, { idempotencyKey: `deposit-${depositId}` })))

  return { intentOf, intentFor, orderedOnce }
}
