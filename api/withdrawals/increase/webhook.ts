import { Increase } from 'increase'
import * as z from 'zod'
import { InvalidWebhook } from '../../deposits/processor.ts'
import type { BankWebhook } from '../webhooks.ts'

const Event = z.object({ id: z.string(), category: z.string() })

/**
 * Increase's webhooks (standardwebhooks.com). They have the id of what changed and nothing else, and are no more than a
 * reason to ask now.
 * @param secrets newest first; there are two while they are rotated
 */
export const createIncreaseWebhook = (secrets: readonly string[]): BankWebhook => {
  const { events } = new Increase({ apiKey: 'none: only signatures are checked', logLevel: 'off' })

  const verified = (body: string, headers: Record<string, string>): unknown => {
    let failure: unknown
    for (const key of secrets) {
      try {
        // Without headers the SDK would check nothing.
        return events.unwrap(body, { headers, key })
      } catch (error) {
        failure = error
      }
    }
    const isOld = failure instanceof Error && /timestamp too/i.test(failure.message)
    throw new InvalidWebhook(isOld ? 'too_old' : 'signature', { cause: failure })
  }

  return {
    provider: 'increase',
    read: (body, sent) => {
      const headers = Object.fromEntries(
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
          const value = sent[name]
          return [name, typeof value === 'string' ? value : '']
        }),
      )
      const parsed = Event.safeParse(verified(body.toString(), headers))
      if (!parsed.success) throw new InvalidWebhook('malformed', { cause: parsed.error })
      return { id: parsed.data.id, type: parsed.data.category }
    },
  }
}
