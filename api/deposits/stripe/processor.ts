import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Stripe } from 'stripe'
import type { Clock } from '../../../events/ids.ts'
import { addBusinessDays } from '../../../events/business-days.ts'
import {
  InvalidWebhook,
  PaymentRefused,
  ProcessorUnavailable,
  type DebitConsent,
  type Payment,
  type PaymentProcessor,
  type PaymentState,
} from '../processor.ts'
import { createStripeClient, quoteless } from './client.ts'
import { depositIdIn, stripeChange } from './events.ts'
import { signedEvent } from './signed-event.ts'
import { proveAt, validationNews, validationOf } from './validation.ts'

interface StripeOptions {
  readonly secretKey: string
  readonly webhookSecrets: readonly string[]
  readonly publishableKey: string
  readonly clock: Clock
  /** Origin of Stripe's API; null is the real one. */
  readonly apiUrl: string | null
}

const SECRETS_MAX = 10_000

const stateOf = (status: string): PaymentState => {
  switch (status) {
    case 'requires_action':
      return 'requires_action'
    case 'processing':
    case 'requires_capture':
      return 'processing'
    case 'succeeded':
      return 'succeeded'
    case 'canceled':
      return 'failed'
    case 'requires_payment_method':
    case 'requires_confirmation':
    default:
      // Stripe's enumerations are open: an unknown state counts as not settled yet.
      return 'requires_payment'
  }
}

/** Digest of the holder's name for an idempotency key: a corrected name needs another key, without the name itself. */
const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 16)

const mandateOf = ({ ip, userAgent }: DebitConsent) => ({
  customer_acceptance: { type: 'online' as const, online: { ip_address: ip, user_agent: userAgent } },
})

/** Codes of the refusal to confirm again. */
const CONFIRMED: ReadonlySet<string | undefined> = new Set([
  'payment_intent_unexpected_state',
  'setup_intent_unexpected_state',
])

/** Runs a call and maps its errors: `PaymentRefused` for good, `ProcessorUnavailable` if a retry may succeed. */
const calling = async <T>(call: () => Promise<T>, fields?: Readonly<Record<string, string>>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new PaymentRefused(
        error.decline_code || error.code || 'card_declined',
        'The payment was declined. Try another way to pay.',
        fields,
      )
    // Our own configuration errors (a wrong key, a missing permission) are of this class too, but have no `param`.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.param !== undefined)
      throw new PaymentRefused(
        error.code ?? 'invalid_request',
        'The payment processor did not accept these details. Check them and try again.',
        fields,
      )
    throw new ProcessorUnavailable(quoteless(error))
  }
}

/**
 * Stripe (npm `stripe`, API version pinned by the package). Cards are entered in Stripe's own form in the browser and
 * never reach us; bank account numbers pass through once. The deposit's id is the idempotency key of every order and
 * part of the payment's metadata, from which webhooks find the deposit.
 */
export const createStripeProcessor = ({
  secretKey,
  webhookSecrets,
  publishableKey,
  clock,
  apiUrl,
}: StripeOptions): PaymentProcessor => {
  const stripe = createStripeClient(secretKey, apiUrl)
  /** Client secrets of recent payments: only after a restart must Stripe be asked again. */
  const clientSecrets = new LRUCache<string, string>({ max: SECRETS_MAX, ttl: 60 * 60_000 })

  const paymentOf = (intent: Stripe.PaymentIntent): Payment => {
    if (intent.client_secret !== null) clientSecrets.set(intent.id, intent.client_secret)
    return {
      reference: intent.id,
      state: stateOf(intent.status),
    }
  }

  const customerOf = (memberId: string) =>
    calling(() =>
      stripe.customers.create(
        { metadata: { member_id: memberId } },
        { idempotencyKey: `customer-${memberId}` },
      ),
    )

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

  /** The deposit of a payment; null when it is not ours. */
  const depositOf = async (reference: string) => depositIdIn((await intentOf(reference))?.metadata)

  /** The fingerprint of the card that paid, the same for each payment with it (docs.stripe.com/api/charges/object). */
  const cardOf = async (reference: string): Promise<string | undefined> => {
    const charge = (await intentOf(reference, 'latest_charge'))?.latest_charge
    const details = typeof charge === 'string' ? null : charge?.payment_method_details
    return details?.card?.fingerprint ?? undefined
  }

  /**
   * Confirms separately, because a repeated order may come from another address or browser: Stripe rejects other
   * parameters under the same key, and what is confirmed already is only read.
   */
  const confirmOnce = async <T extends Stripe.PaymentIntent | Stripe.SetupIntent>(
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

  return {
    name: 'stripe',
    publishableKey,

    createCardPayment: async ({ depositId, total, description, testCardNumber }) => {
      if (testCardNumber !== undefined)
        throw new PaymentRefused('test_card_refused', 'Test cards are for the sandbox only.', {
          test_card_number: 'Test cards are for the sandbox only.',
        })
      return paymentOf(
        await calling(() =>
          stripe.paymentIntents.create(
            {
              amount: Number(total.minor),
              currency: 'usd',
              allowed_payment_method_types: ['card'],
              metadata: { deposit_id: depositId },
              ...(description !== undefined && { description }),
            },
            { idempotencyKey: `deposit-${depositId}` },
          ),
        ),
      )
    },

    clientSecretOf: async (reference) => {
      const known = clientSecrets.get(reference)
      if (known !== undefined) return known
      const intent = await calling(() => stripe.paymentIntents.retrieve(reference))
      if (intent.client_secret !== null) clientSecrets.set(reference, intent.client_secret)
      return intent.client_secret
    },

    isTestAccount: () => false,

    saveBankAccount: async (details) => {
      const atFault = { account_number: 'Check the routing and account number.' }
      const customer = await customerOf(details.memberId)
      const method = await calling(
        () =>
          stripe.paymentMethods.create(
            {
              type: 'us_bank_account',
              us_bank_account: {
                account_holder_type: 'individual',
                account_type: details.accountType,
                routing_number: details.routingNumber,
                account_number: details.accountNumber,
              },
              billing_details: { name: details.holderName },
            },
            {
              idempotencyKey: `account-${details.memberId}-${details.fingerprint}-${digest(details.holderName)}`,
            },
          ),
        atFault,
      )
      await calling(
        () =>
          stripe.paymentMethods.attach(
            method.id,
            { customer: customer.id },
            { idempotencyKey: `attach-${method.id}` },
          ),
        atFault,
      )
      return {
        token: method.id,
        customer: customer.id,
        last4: method.us_bank_account?.last4 ?? details.accountNumber.slice(-4),
        bankName: method.us_bank_account?.bank_name ?? null,
      }
    },

    createBankDebit: async ({ depositId, total, description, account, consent }) => {
      const ordered = await calling(() =>
        stripe.paymentIntents.create(
          {
            amount: Number(total.minor),
            currency: 'usd',
            allowed_payment_method_types: ['us_bank_account'],
            payment_method: account.token,
            metadata: { deposit_id: depositId },
            ...(account.customer !== null && { customer: account.customer }),
            ...(description !== undefined && { description }),
          },
          { idempotencyKey: `deposit-${depositId}` },
        ),
      )
      return paymentOf(
        await calling(() => confirmOnce(stripe.paymentIntents, ordered.id, { key: depositId, consent })),
      )
    },

    validateBankAccount: async ({ key, account, consent }) => {
      const begun = await calling(() =>
        stripe.setupIntents.create(
          {
            allowed_payment_method_types: ['us_bank_account'],
            payment_method: account.token,
            payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
            ...(account.customer !== null && { customer: account.customer }),
          },
          { idempotencyKey: `validate-${key}` },
        ),
      )
      return validationOf(
        await calling(() => confirmOnce(stripe.setupIntents, begun.id, { key: `validate-${key}`, consent })),
      )
    },

    proveBankAccount: (reference, proof) => calling(() => proveAt(stripe, reference, proof)),

    cancelPayment: async (reference) => {
      try {
        await stripe.paymentIntents.cancel(
          reference,
          { cancellation_reason: 'abandoned' },
          { idempotencyKey: `cancel-${reference}` },
        )
      } catch (error) {
        // The payment was completed or cancelled meanwhile; a webhook reports which.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return
        throw new ProcessorUnavailable('Stripe did not answer a cancellation', { cause: error })
      }
    },

    arrival: (method, now) =>
      method === 'card'
        ? { from: now, by: now }
        : { from: addBusinessDays(now, 1), by: addBusinessDays(now, 3) },

    readWebhook: async (body, headers) => {
      const header = headers['stripe-signature']
      if (typeof header !== 'string') throw new InvalidWebhook('signature')
      const { id, type, object } = signedEvent(stripe, body, header, webhookSecrets, clock())
      // Outcomes of payments come as whole objects; of what is only named, none is known to concern a deposit.
      const validation = object && validationNews(type, object)
      if (validation) return { id, type, deposit: null, validation }
      const found = object && stripeChange(type, object)
      if (!found) return { id, type, deposit: null }
      let { change, depositId } = found
      if (depositId === null && change.reference !== null) {
        // A dispute only refers to the payment; the payment's metadata has the deposit.
        const reference = change.reference
        depositId = await depositOf(reference)
      }
      if (depositId !== null && change.to === 'succeeded') {
        const card = await cardOf(change.reference)
        if (card !== undefined) change = { ...change, card }
      }
      return { id, type, deposit: depositId === null ? null : { depositId, change } }
    },
  }
}
