import { t } from '../texts/texts.ts'

/** Code of an answer whose text says nothing to us. */
export const UNREADABLE = 'unreadable_answer'

/** The server answered and refused. `message` is its sentence for people, `code` is stable. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  /** What is wrong with which field of the request. */
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
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The request surely changed nothing: it was not sent, or it was only a read. Trying again is safe. */
export class OfflineError extends Error {
  constructor(message = t('You are offline. Reconnect and try again.'), options?: ErrorOptions) {
    super(message, options)
    this.name = 'OfflineError'
  }
}

/** What was to wait on this device, or to be found there, has no place: nothing can be saved here. */
export class NoStorageError extends OfflineError {
  constructor(options?: ErrorOptions) {
    super(t('Nothing can be saved on this device, so this can’t wait. Go online and try again.'), options)
    this.name = 'NoStorageError'
  }
}

/**
 * The request may have reached the server, its answer did not reach us. Never repeat it under a new
 * idempotency key: ask what happened, or repeat it under the same one.
 */
export class UnknownOutcomeError extends Error {
  constructor(
    message = t('The answer did not arrive, so the outcome is not known yet.'),
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'UnknownOutcomeError'
  }
}

/** What is here is what the server has: there was nothing to answer. */
export class NotModified extends Error {
  /** Server time (ISO 8601) at which that was so. */
  readonly asOf: string
  constructor(asOf: string) {
    super(t('Nothing has changed'))
    this.name = 'NotModified'
    this.asOf = asOf
  }
}

/** The sentence to show for whatever a call threw. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError || error instanceof OfflineError || error instanceof UnknownOutcomeError
    ? error.message
    : otherwise

/**
 * As `sentenceOf`, for something that binds: the server's own words, and where it had none that could be
 * read, the sentence that the page has for it.
 */
export const refusalOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.code === UNREADABLE ? otherwise : sentenceOf(error, otherwise)
