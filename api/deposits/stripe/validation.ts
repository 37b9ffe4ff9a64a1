import { Stripe } from 'stripe'
import * as z from 'zod'
import { DAY_MS } from '../../../events/calendar.ts'
import {
  PaymentRefused,
  ProcessorUnavailable,
  type Proof,
  type ProofOutcome,
  type Validation,
} from '../processor.ts'

/** How long micro-deposits can be answered (docs.stripe.com/payments/ach-direct-debit/set-up-payment). */
const ANSWERABLE_MS = 10 * DAY_MS

/** A wrong answer; more of them end the validation. */
const WRONG: ReadonlySet<string | undefined> = new Set([
  'payment_method_microdeposit_verification_amounts_invalid',
  'payment_method_microdeposit_verification_amounts_mismatch',
  'payment_method_microdeposit_verification_descriptor_code_mismatch',
])

/** A setup intent as the state of a validation. @throws {PaymentRefused} the account cannot be validated */
export const validationOf = ({ id, status, created, next_action: next }: Stripe.SetupIntent): Validation => {
  if (status === 'succeeded') return { state: 'valid' }
  const sent = next?.verify_with_microdeposits
  if (status !== 'requires_action' || !sent) {
    const sentence = 'This bank account could not be verified. Check its numbers or use another account.'
    throw new PaymentRefused('bank_account_unverified', sentence, { account_number: sentence })
  }
  return {
    state: 'asked',
    reference: id,
    asks: sent.microdeposit_type === 'descriptor_code' ? 'code' : 'amounts',
    arrivesBy: new Date(sent.arrival_date * 1_000),
    until: new Date(created * 1_000 + ANSWERABLE_MS),
  }
}

const outcomeOf = ({ status }: Stripe.SetupIntent): ProofOutcome => {
  switch (status) {
    case 'succeeded':
      return 'valid'
    case 'requires_action':
      return 'wrong'
    case 'processing':
      throw new ProcessorUnavailable('Stripe has not decided on a validation yet')
    case 'canceled':
    case 'requires_confirmation':
    case 'requires_payment_method':
    default:
      // Stripe's enumerations are open: of an unknown state nobody knows that the account is its holder's.
      return 'refused'
  }
}

/**
 * Asks Stripe about an answer, without repeating, since an answer that is lost counts there. Only where a connection was
 * closed does the client repeat it, once and under the same key. Other errors are the client's own.
 */
export const proveAt = async (stripe: Stripe, reference: string, proof: Proof): Promise<ProofOutcome> => {
  const params = 'code' in proof ? { descriptor_code: proof.code } : { amounts: [...proof.amounts] }
  try {
    return outcomeOf(
      await stripe.setupIntents.verifyMicrodeposits(reference, params, { maxNetworkRetries: 0 }),
    )
  } catch (error) {
    const { StripeInvalidRequestError, StripeCardError } = Stripe.errors
    if (!(error instanceof StripeInvalidRequestError || error instanceof StripeCardError)) throw error
    if (WRONG.has(error.code)) return 'wrong'
    // Too many answers, or too late; or one before this was right and got lost.
    return outcomeOf(await stripe.setupIntents.retrieve(reference))
  }
}

const Intent = z.object({ id: z.string() })

/** What a Stripe event says of a validation; undefined when it is about something else. */
export const validationNews = (
  type: string,
  object: unknown,
): { readonly reference: string; readonly outcome: 'valid' | 'refused' } | undefined => {
  if (type === 'setup_intent.succeeded') return { reference: Intent.parse(object).id, outcome: 'valid' }
  if (type === 'setup_intent.setup_failed' || type === 'setup_intent.canceled')
    return { reference: Intent.parse(object).id, outcome: 'refused' }
  return undefined
}
