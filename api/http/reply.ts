import { Readable } from 'node:stream'
import {
  AS_OF_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  POSITION_HEADER,
  type Operation,
} from '../contract/operation.ts'
import { CLOCK_SHIFT_HEADER } from '../contract/sandbox.ts'
import type { Answer } from './context.ts'

/** The clock for money, as answers report it. */
export interface AnswerClock {
  /** How far it is ahead of the real one, ms; null where the clock cannot be moved. */
  readonly shiftMs: () => number | null
  /** Converts a time by this clock to real time. */
  readonly toReal: (at: Date) => Date
}

/** An answer with more than a body; see {@link reply}. */
export class Reply<B> {
  readonly body: B
  readonly status: number | undefined
  readonly position: bigint | undefined
  readonly asOf: Date | undefined
  readonly headers: Readonly<Record<string, string>>
  constructor(body: B, { status, position, asOf, headers = {} }: ReplyDetails) {
    this.body = body
    this.status = status
    this.position = position
    this.asOf = asOf
    this.headers = headers
  }
}

interface ReplyDetails {
  /** Instead of the operation's own status. */
  readonly status?: number | undefined
  /** Ledger position of the command's events, or at which the data was read. */
  readonly position?: bigint | undefined
  /** When the data was read. */
  readonly asOf?: Date | undefined
  /** More headers; with a Content-Type the body is text and is sent unchanged. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer with a status, a ledger position or a time of reading. */
export const reply = <B>(body: B, details: ReplyDetails): Reply<B> => new Reply(body, details)

/** 304 without a body: the caller's If-None-Match names the current state (RFC 9110, 15.4.5). */
export const notModified = (details: Omit<ReplyDetails, 'status'> = {}): Reply<never> =>
  // There is no body whose type could matter.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  new Reply(undefined as never, { ...details, status: 304 })

/** An answer that is streamed in the operation's media type; proxies must not buffer it. */
export const streamed = (body: Readable, mediaType: string): Reply<never> =>
  // Nobody reads it as a body of the contract's type: the stream is sent as it is.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  new Reply(body as never, {
    headers: {
      'Content-Type': mediaType,
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })

const JSON_TYPE = 'application/json; charset=utf-8'

/** An answer whose body is written as JSON already, and is no text to its contract. */
export class Written extends Reply<never> {
  constructor(json: string, details: ReplyDetails) {
    // Nobody reads it as a body of the contract's type before it is parsed again.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    super(json as never, { ...details, headers: { ...details.headers, 'Content-Type': JSON_TYPE } })
  }
}

/** Converts a handler's result to an answer; `key`: a command's idempotency key, to be echoed. */
export const responseOf = (
  operation: Operation,
  result: unknown,
  key: string | undefined,
  moneyClock: AnswerClock | undefined,
): Answer => {
  const {
    body,
    status,
    position,
    asOf,
    headers: own,
  } = result instanceof Reply ? result : new Reply(result, {})
  const headers: string[] = []
  if (position !== undefined) headers.push(POSITION_HEADER, position.toString())
  if (asOf !== undefined) headers.push(AS_OF_HEADER, (moneyClock?.toReal(asOf) ?? asOf).toISOString())
  if (key !== undefined) headers.push(IDEMPOTENCY_KEY_HEADER, key)
  const shiftMs = moneyClock?.shiftMs() ?? null
  if (shiftMs !== null) headers.push(CLOCK_SHIFT_HEADER, String(shiftMs))
  if (own['Cache-Control'] === undefined) headers.push('Cache-Control', 'no-store')
  if (body === undefined || body === null) return { status: status ?? 204, headers, body: undefined }
  const type = own['Content-Type']
  if (type === undefined) headers.push('Content-Type', JSON_TYPE)
  for (const name in own) headers.push(name, own[name] ?? '')
  const isWritten = body instanceof Readable || (type !== undefined && typeof body === 'string')
  return { status: status ?? operation.status ?? 200, headers, body: isWritten ? body : JSON.stringify(body) }
}
