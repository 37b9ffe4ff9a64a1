import { t } from '../texts/texts.ts'

/** Code for a response that the app can't read. */
export const UNREADABLE = 'unreadable_answer'

/** The server answered and refused. `message` is its sentence for people, `code` is stable. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The server's sentence for each refused field of the request, by the field's name. */
  readonly fields: Readonly<Record<string, string>>
  /** Seconds to wait before asking again, when the server said so. */
  readonly retryAfterSeconds: number | null

  constructor(
    status: number,
    code: string,
    message: string,
    fields: Readonly<Record<string, string>> = {},
    retryAfterSeconds: number | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The request certainly changed nothing: it was not sent, or it was only a read. Trying again is safe. */
export class OfflineError extends Error {
  override name = 'OfflineError'
  constructor(message = t('You are offline. Reconnect and try again.'), options?: ErrorOptions) {
    super(message, options)
  }
}

/** Nothing can be saved on this device, so nothing can be queued or found there. */
export class NoStorageError extends OfflineError {
  override name = 'NoStorageError'
  constructor(options?: ErrorOptions) {
    super(t('Nothing can be saved on this device, so this can’t wait. Go online and try again.'), options)
  }
}

/**
 * The request may have reached the server, but its response was lost. Never repeat it under a new idempotency key: look
 * up the outcome, or repeat it under the same key.
 */
export class UnknownOutcomeError extends Error {
  override name = 'UnknownOutcomeError'
  constructor(
    message = t('The answer did not arrive, so the outcome is not known yet.'),
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The state already loaded is the server's: the response had no body. */
export class NotModified extends Error {
  override name = 'NotModified'
  /** Server time (ISO 8601) at which the states were the same. */
  readonly asOf: string
  constructor(asOf: string) {
    super(t('Nothing has changed'))
    this.asOf = asOf
  }
}

/** The sentence to show for any error that a call threw. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError ||
  error instanceof OfflineError ||
  error instanceof UnknownOutcomeError ||
  // By its name: its module is no part of the first download.
  (error instanceof Error && error.name === 'NoBrowserAnswer')
    ? error.message
    : otherwise

/**
 * Like `sentenceOf`, for a call that binds: the server's sentence, or `otherwise` if its response could not be read.
 */
export const refusalOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.code === UNREADABLE ? otherwise : sentenceOf(error, otherwise)
