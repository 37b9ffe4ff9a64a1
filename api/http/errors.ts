import type { ErrorBody } from '../contract/errors.ts'
import { TooBusy } from '../../events/store/commands.ts'
import { OutcomeUnknown, StoreUnavailable, WrongExpectedRevision } from '../../events/store/event-store.ts'
import { isDatabaseDown } from '../database/database-down.ts'
import { TooNew } from '../../events/level.ts'
import { REFUSAL_CODES } from '../../events/refusal-codes.ts'
import { Refusal } from '../../events/refusal.ts'
import { hasCode } from '../../events/thrown.ts'

interface HttpErrorOptions extends ErrorOptions {
  readonly fields?: Readonly<Record<string, string>>
  readonly retryAfterSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly stepUp?: ErrorBody['step_up']
}

/** An error answer: HTTP status, stable snake_case code, a sentence for people. */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly code: string
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly stepUp: ErrorBody['step_up']
  constructor(status: number, code: string, sentence: string, options: HttpErrorOptions = {}) {
    super(sentence, options)
    this.status = status
    this.code = code
    this.fields = options.fields
    this.stepUp = options.stepUp
    this.headers = {
      ...options.headers,
      ...(options.retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.ceil(options.retryAfterSeconds)),
      }),
    }
  }
}

export const KEY_REUSED = 'idempotency_key_reused'

/** An idempotency key was used for another request. */
export const keyReused = (): HttpError =>
  new HttpError(
    422,
    KEY_REUSED,
    'This Idempotency-Key was used for another request. Use a new key for a new request.',
  )

/** Response to an error. */
interface ErrorAnswer {
  readonly status: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>
}

const errorAnswerOf = ({ status, code, message, fields, headers, stepUp }: HttpError): ErrorAnswer => ({
  status,
  body: { error: message, code, ...(fields && { fields }), ...(stepUp && { step_up: stepUp }) },
  // RFC 9110, 15.5.2: a 401 says how to prove who one is. Browsers ask nothing for `Bearer`.
  headers: { ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }), ...headers },
})

const unavailable = (code: string, cause: unknown) =>
  new HttpError(503, code, 'This is not available right now. Please try again in a moment.', {
    cause,
    retryAfterSeconds: 1,
  })

/** Postgres cannot store U+0000 in text (SQLSTATE 22021 and, inside JSON, 22P05). */
const isUnstorableText = (error: unknown): boolean => hasCode(error, '22021', '22P05')

const asHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error
  if (error instanceof Refusal) {
    const { code, message, fields } = error
    return new HttpError(REFUSAL_CODES[code].status, code, message, fields ? { fields } : {})
  }
  if (error instanceof WrongExpectedRevision || error instanceof TooBusy)
    return new HttpError(409, 'conflict', 'Something else changed this at the same moment. Please try again.')
  if (hasCode(error, 'sale_pending'))
    return new HttpError(
      409,
      'sale_pending',
      'Another order of this pool is being carried out. Please try again in a moment.',
    )
  if (error instanceof OutcomeUnknown)
    return new HttpError(503, 'outcome_unknown', 'We could not confirm this yet. Trying again is safe.', {
      cause: error,
      retryAfterSeconds: 1,
    })
  if (error instanceof TooNew) return unavailable('upgrade_unfinished', error)
  if (error instanceof StoreUnavailable) return unavailable('ledger_unavailable', error)
  if (hasCode(error, 'key_lost'))
    return new HttpError(
      503,
      'key_lost',
      'A key that protects this is missing on our side. Leave texts out, or try again later.',
      { cause: error },
    )
  if (isUnstorableText(error))
    return new HttpError(400, 'invalid_characters', 'The request contains characters that cannot be stored.')
  if (isDatabaseDown(error)) return unavailable('database_unavailable', error)
  return new HttpError(500, 'internal_error', 'Something went wrong on our side. Please try again.', {
    cause: error,
  })
}

/**
 * The only error mapper: turns anything thrown into a response, without stacks or inner messages. Failures of ours name
 * the request, when it is given.
 */
export const errorAnswer = (error: unknown, requestId?: string): ErrorAnswer => {
  const answer = errorAnswerOf(asHttpError(error))
  return requestId === undefined || answer.status < 500
    ? answer
    : { ...answer, body: { ...answer.body, request_id: requestId } }
}
