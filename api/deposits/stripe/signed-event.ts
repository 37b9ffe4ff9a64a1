import type Stripe from 'stripe'
import { InvalidWebhook, WEBHOOK_TOLERANCE_SECONDS } from '../processor.ts'

/**
 * Reads an event that was signed, not long ago, with one of the endpoint's secrets: while they are changed there are two.
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
      // Too old is said of what was signed with this very secret.
      if (error instanceof Error && /timestamp/i.test(error.message))
        throw new InvalidWebhook('too_old', { cause: error })
      failure = error
    }
  }
  throw new InvalidWebhook('signature', { cause: failure })
}
