import { Stripe } from 'stripe'
import { PaymentRefused, ProcessorUnavailable } from '../processor.ts'
import { quoteless } from './client.ts'

/** Runs a call and maps its errors: `PaymentRefused` for good, `ProcessorUnavailable` if a retry may succeed. */
export const calling = async <T>(
  call: () => Promise<T>,
  fields?: Readonly<Record<string, string>>,
): Promise<T> => {
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
