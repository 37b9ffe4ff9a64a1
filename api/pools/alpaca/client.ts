import { setTimeout as pause } from 'node:timers/promises'
import type * as z from 'zod'
import { z as zod } from 'zod'
import { sendJson, type JsonRequest } from '../../outgoing/json-request.ts'
import { MarketUnavailable } from '../market.ts'

const TRIES_MAX = 3
/** Delay before the second attempt; doubled before each further one. */
const BACKOFF_MS = 250
const BACKOFF_MS_MAX = 5_000

/** Alpaca refused a request for good; a retry would be refused again. */
export class AlpacaRefused extends Error {
  override name = 'AlpacaRefused'
  readonly status: number
  /** Alpaca's error code, such as 40010001; null where it gave none. */
  readonly code: number | null
  /** Alpaca's message, which may contain symbols and amounts of an order, but no personal data. */
  readonly reason: string
  /** The order of ours that stands in the way; null where Alpaca names none. */
  readonly besides: string | null
  constructor({
    status,
    code,
    reason,
    besides,
  }: Pick<AlpacaRefused, 'status' | 'code' | 'reason' | 'besides'>) {
    super(`Alpaca refused a request: ${status} ${code ?? ''} ${reason}`)
    this.status = status
    this.code = code
    this.reason = reason
    this.besides = besides
  }
}

export interface AlpacaClient {
  /**
   * Sends one request; retries after a delay on a rate limit (429) or a failure (5xx).
   * @throws {AlpacaRefused} the request was understood and refused
   * @throws {MarketUnavailable} no usable response; the request may have been carried out
   */
  readonly call: <T>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<T>,
    request?: JsonRequest,
  ) => Promise<T>
}

const Problem = zod.object({
  code: zod.optional(zod.number()),
  message: zod.optional(zod.string()),
  existing_order_id: zod.nullish(zod.string()),
})

/** Neither an error of ours (a wrong key) nor one of Alpaca's refuses the request itself. */
const isConfigurationError = (status: number): boolean => status === 401 || status === 408
const isTransient = (status: number): boolean => status === 429 || status >= 500

/** Client of one of Alpaca's two servers, for orders or for prices. Authenticates with HTTP Basic. */
export const createAlpacaClient = ({
  origin,
  keyId,
  secretKey,
}: {
  readonly origin: string
  readonly keyId: string
  readonly secretKey: string
}): AlpacaClient => {
  const authorization = `Basic ${Buffer.from(`${keyId}:${secretKey}`).toString('base64')}`

  const pauseFor = (tries: number, retryAfter: string | null): number => {
    const retryAfterMs = retryAfter !== null && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : 0
    return Math.min(Math.max(retryAfterMs, BACKOFF_MS * 2 ** (tries - 1)), BACKOFF_MS_MAX)
  }

  return {
    call: async (method, path, schema, request = {}) => {
      for (let tries = 1; ; tries += 1) {
        const answer = await sendJson({ origin, authorization }, method, path, request).catch(
          (cause: unknown) => {
            throw new MarketUnavailable(`Alpaca did not answer ${method} ${path}`, { cause })
          },
        )
        const { status } = answer
        if (status >= 200 && status < 300) {
          const parsed = schema.safeParse(answer.body)
          if (parsed.success) return parsed.data
          throw new MarketUnavailable(`Alpaca answered ${method} ${path} in an unknown form`)
        }
        if (isTransient(status) && tries < TRIES_MAX) {
          await pause(pauseFor(tries, answer.retryAfter))
          continue
        }
        const read = Problem.safeParse(answer.body).data
        const { code = null, message = '' } = read ?? {}
        if (isTransient(status) || isConfigurationError(status))
          throw new MarketUnavailable(`Alpaca cannot take a request now: ${status} ${code ?? ''} ${message}`)
        const besides = read?.existing_order_id ?? null
        throw new AlpacaRefused({ status, code, reason: message, besides })
      }
    },
  }
}
