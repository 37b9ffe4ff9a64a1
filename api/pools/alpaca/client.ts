import { setTimeout as pause } from 'node:timers/promises'
import type * as z from 'zod'
import { z as zod } from 'zod'
import { exchange, type ExchangeRequest } from '../../exchange.ts'
import { MarketUnavailable } from '../market.ts'

const TRIES_MAX = 3
/** What is waited before the second try; twice as long before each further one. */
const BACKOFF_MS = 250
const BACKOFF_MS_MAX = 5_000

/** Alpaca understood a request and refused it; the same one would be refused again. */
export class AlpacaRefused extends Error {
  readonly status: number
  /** Alpaca's own code, such as 40010001; null where it gave none. */
  readonly code: number | null
  /** In Alpaca's words, which name symbols and amounts of an order, no member. */
  readonly reason: string
  constructor(status: number, code: number | null, reason: string) {
    super(`Alpaca refused a request: ${status} ${code ?? ''} ${reason}`)
    this.name = 'AlpacaRefused'
    this.status = status
    this.code = code
    this.reason = reason
  }
}

export interface AlpacaClient {
  /**
   * One request, tried again after a pause where Alpaca asks for that (429) or fails (5xx).
   * @throws {AlpacaRefused} it was understood and refused
   * @throws {MarketUnavailable} no answer, or none that can be used; what was asked for may have been done
   */
  readonly call: <T>(
    method: 'GET' | 'POST',
    path: string,
    schema: z.ZodType<T>,
    request?: ExchangeRequest,
  ) => Promise<T>
}

const Problem = zod.object({ code: zod.optional(zod.number()), message: zod.optional(zod.string()) })

/** Our own mistakes (a wrong key) and Alpaca's troubles: none of them says no to what was asked for. */
const isOurs = (status: number): boolean => status === 401 || status === 408
const isPassing = (status: number): boolean => status === 429 || status >= 500

/** One of Alpaca's two servers, for orders and for prices. Keys go by HTTP Basic authentication. */
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
        const answer = await exchange({ origin, authorization }, method, path, request).catch(
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
        if (isPassing(status) && tries < TRIES_MAX) {
          await pause(pauseFor(tries, answer.retryAfter))
          continue
        }
        const { code = null, message = '' } = Problem.safeParse(answer.body).data ?? {}
        if (isPassing(status) || isOurs(status))
          throw new MarketUnavailable(`Alpaca cannot take a request now: ${status} ${code ?? ''} ${message}`)
        throw new AlpacaRefused(status, code, message)
      }
    },
  }
}
