import * as z from 'zod'
import { sendJson, type JsonRequest } from '../../outgoing/json-request.ts'
import { CarrierUnavailable } from '../carrier.ts'

const TELNYX_ORIGIN = 'https://api.telnyx.com'

/** Telnyx refused a request for good; a retry would be refused again. */
export class TelnyxRefused extends Error {
  override name = 'TelnyxRefused'
  readonly status: number
  /** Telnyx's error codes, such as `10015`. */
  readonly codes: readonly string[]
  constructor(status: number, codes: readonly string[]) {
    super(`Telnyx refused a request: ${status} ${codes.join(' ')}`.trimEnd())
    this.status = status
    this.codes = codes
  }
}

/** Telnyx did not look at the request: a limit, or a key that it does not accept. */
export class TelnyxNotNow extends CarrierUnavailable {
  override name = 'TelnyxNotNow'
}

export interface TelnyxClient {
  /**
   * Sends one request to the API (version 2).
   * @throws {TelnyxRefused} the request was understood and refused
   * @throws {CarrierUnavailable} no response, or one that calls for a retry: a limit, a failure, a wrong key
   */
  readonly call: <T>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: z.ZodType<T>,
    request?: JsonRequest,
  ) => Promise<T>
}

const Problem = z.object({ errors: z.array(z.object({ code: z.coerce.string() })) })

/** Whether a retry may succeed: an error of ours (a wrong key, a missing permission) or of Telnyx, no refusal. */
const isTransient = (status: number): boolean => status === 408 || status >= 500
/** Statuses of requests that were not carried out and may be later. */
const UNSEEN: ReadonlySet<number> = new Set([401, 403, 429])

export const createTelnyxClient = ({
  apiKey,
  apiUrl,
}: {
  readonly apiKey: string
  /** Origin of the API; null is Telnyx itself. */
  readonly apiUrl: string | null
}): TelnyxClient => ({
  call: async (method, path, schema, request = {}) => {
    const telnyx = {
      origin: apiUrl ?? TELNYX_ORIGIN,
      authorization: `Bearer ${apiKey}`,
      redirect: 'error',
    } as const
    const { status, body } = await sendJson(telnyx, method, `/v2${path}`, request).catch(() => {
      // Drops the cause and the response: both may contain phone numbers and activation codes.
      throw new CarrierUnavailable(`Telnyx did not answer ${method}`)
    })
    if (status >= 200 && status < 300) {
      const parsed = schema.safeParse(body)
      if (parsed.success) return parsed.data
      throw new CarrierUnavailable(`Telnyx answered ${method} in an unknown form`)
    }
    const codes = Problem.safeParse(body).data?.errors.map(({ code }) => code) ?? []
    if (UNSEEN.has(status))
      throw new TelnyxNotNow(`Telnyx cannot take a request now: ${status} ${codes.join(' ')}`)
    if (isTransient(status))
      throw new CarrierUnavailable(`Telnyx cannot take a request now: ${status} ${codes.join(' ')}`)
    throw new TelnyxRefused(status, codes)
  },
})
