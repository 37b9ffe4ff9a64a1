import type Stripe from 'stripe'
import * as z from 'zod'
import { InvalidWebhook, WEBHOOK_TOLERANCE_SECONDS } from '../processor.ts'

/** A thin event of Stripe's second version: it names an object instead of containing it (docs.stripe.com/event-destinations). */
const ThinEvent = z.object({ object: z.literal('v2.core.event'), id: z.string(), type: z.string() })
const SnapshotEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.looseObject({}) }),
})

/** A verified event; `object` is null where the event does not contain it. */
interface SignedEvent {
  readonly id: string
  readonly type: string
  readonly object: object | null
}

/** @throws {InvalidWebhook} the signature is by none of the secrets, or too old */
const assertSigned = (
  stripe: Stripe,
  body: Buffer,
  header: string,
  secrets: readonly string[],
  now: Date,
): void => {
  const { signature } = stripe.webhooks
  if (!signature) throw new Error('The stripe package cannot verify signatures')
  let failure: unknown
  for (const secret of secrets) {
    try {
      signature.verifyHeader(body, header, secret, WEBHOOK_TOLERANCE_SECONDS, undefined, now.getTime())
      return
    } catch (error) {
      // Only a signature made with this secret can be reported as expired.
      if (error instanceof Error && /timestamp/i.test(error.message))
        throw new InvalidWebhook('too_old', { cause: error })
      failure = error
    }
  }
  throw new InvalidWebhook('signature', { cause: failure })
}

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
): SignedEvent => {
  assertSigned(stripe, body, header, secrets, now)
  try {
    const parsed = z.union([ThinEvent, SnapshotEvent]).parse(JSON.parse(body.toString()))
    return { id: parsed.id, type: parsed.type, object: 'data' in parsed ? parsed.data.object : null }
  } catch (error) {
    throw new InvalidWebhook('malformed', { cause: error })
  }
}
