import type Stripe from 'stripe'
import { InvalidWebhook, WEBHOOK_TOLERANCE_SECONDS } from '../processor.ts'

/**
 * Parses an event with a recent signature by one of the endpoint's secrets; there are two while they are rotated.
 * @throws {InvalidWebhook}
 */
export const signedEvent = (
  stripe: Stripe,
  body: Buffer,
  header: string,
  secrets: readonly string[],
  now: Date,
): Stripe.Event => {
  let failure: unknown
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(
        body,
        header,
        secret,
        WEBHOOK_TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      )
    } catch (error) {
      // Only a signature made with this secret can be reported as expired.
      if (error instanceof Error && /timestamp/i.test(error.message))
        throw new InvalidWebhook('too_old', { cause: error })
      failure = error
    }
  }
  throw new InvalidWebhook('signature', { cause: failure })
}
