import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Stripe } from 'stripe'
import type { Clock } from '../../../events/ids.ts'
import { addBusinessDays } from '../../../events/business-days.ts'
import {
  InvalidWebhook,
  PaymentRefused,
  ProcessorUnavailable,
  type Payment,
  type PaymentProcessor,
  type PaymentState,
} from '../processor.ts'
import { calling } from './calling.ts'
import { createStripeClient } from './client.ts'
import { depositIdIn, stripeChange } from './events.ts'
import { confirmOnce, createIntents, UNCONFIRMED } from './intents.ts'
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

/**
 * Stripe (npm `stripe`, API version pinned by the package). Cards are entered in Stripe's own form in the browser and
 * never reach us; bank account numbers pass through once. The deposit's id is the idempotency key of every order, and
 * part of the payment's metadata, by which webhooks find the deposit and a repeated order the payment. Customers,
 * payment methods and setups move no money and are stored here once answered, so their keys alone suffice.
 */
export const createStripeProcessor = ({
  secretKey,
  webhookSecrets,
  publishableKey,
  clock,
  apiUrl,
}: StripeOptions): PaymentProcessor => {
  const stripe = createStripeClient(secretKey, apiUrl)
  const { intentOf, intentFor, orderedOnce } = createIntents(stripe)
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

  /** The deposit of a payment; null when it is not ours. */
  const depositOf = async (reference: string) => depositIdIn((await intentOf(reference))?.metadata)

  /** The fingerprint of the card that paid, the same for each payment with it (docs.stripe.com/api/charges/object). */
  const cardOf = async (reference: string): Promise<string | undefined> => {
    const charge = (await intentOf(reference, 'latest_charge'))?.latest_charge
    const details = typeof charge === 'string' ? null : charge?.payment_method_details
    return details?.card?.fingerprint ?? undefined
  }

  return {
    name: 'stripe',
    publishableKey,

    createCardPayment: async ({ depositId, isNew, total, description, testCardNumber }) => {
      if (testCardNumber !== undefined)
        throw new PaymentRefused('test_card_refused', 'Test cards are for the sandbox only.', {
          test_card_number: 'Test cards are for the sandbox only.',
        })
      return paymentOf(
        await orderedOnce(
          { depositId, isNew },
          {
            amount: Number(total.minor),
            currency: 'usd',
            allowed_payment_method_types: ['card'],
            metadata: { deposit_id: depositId },
            ...(description !== undefined && { description }),
          },
        ),
      )
    },

    paymentOf: async (depositId) => {
      const found = await intentFor(depositId)
      return found && paymentOf(found)
    },
    payment: async (reference) => {
      const found = await intentOf(reference)
      return found && paymentOf(found)
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

    createBankDebit: async ({ depositId, isNew, total, description, account, consent }) => {
      const ordered = await orderedOnce(
        { depositId, isNew },
        {
          amount: Number(total.minor),
          currency: 'usd',
          allowed_payment_method_types: ['us_bank_account'],
          payment_method: account.token,
          metadata: { deposit_id: depositId },
          ...(account.customer !== null && { customer: account.customer }),
          ...(description !== undefined && { description }),
        },
      )
      if (!UNCONFIRMED.has(ordered.status)) return paymentOf(ordered)
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
