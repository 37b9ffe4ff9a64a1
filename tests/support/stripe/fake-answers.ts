import { createHash } from 'node:crypto'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A refusal as Stripe words it. */
export const problem = (message: string, more: Record<string, string> = {}): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message, ...more } },
})

/** The id of what an idempotency key made. */
export const idFor = (prefix: string, seed: string): string =>
  `${prefix}_${createHash('sha256').update(seed).digest('hex').slice(0, 24)}`
