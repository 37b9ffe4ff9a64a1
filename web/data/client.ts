import * as z from 'zod/mini'
import { FRESH_SIGN_IN_REQUIRED } from '../../api/contract/security.ts'
import { ErrorBody } from '../../api/contract/errors.ts'
import {
  AS_OF_HEADER,
  type BodyInput,
  IDEMPOTENCY_KEY_HEADER,
  MIN_POSITION_HEADER,
  type Operation,
  type ParamsOf,
  PASSKEY_HEADER,
  PERSON_HEADER,
  POSITION_HEADER,
  type QueryInput,
  type ResponseOf,
} from '../../api/contract/operation.ts'
import { CLOCK_SHIFT_HEADER } from '../../api/contract/sandbox.ts'
import { noteClockShift } from './business-clock.ts'
import { recordChange } from './changes.ts'
import { reportReached, reportUnreached, surelyOffline } from './connectivity.ts'
import { currentEpoch, epochSignal } from './epoch.ts'
import { ApiError, NotModified, OfflineError, UNREADABLE, UnknownOutcomeError } from './errors.ts'
import { t } from '../texts/texts.ts'
import { isCausedByPerson } from './person.ts'
import { noteServerDate, serverTime } from './server-clock.ts'
import { fetchBatched } from './batched-reads.ts'
import { translateServerText } from '../texts/translate-server-text.ts'

// Our Content-Security-Policy forbids eval; without this setting the validator tries it, and a violation is reported.
z.config({ jitless: true })

const READ_TIMEOUT_MS = 10_000
const WRITE_TIMEOUT_MS = 20_000

type Needed<Name extends string, Part, Value> = Part extends z.ZodMiniType
  ? undefined extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value }
  : unknown

/** Options of a call. */
interface CallOptions {
  /** Idempotency key of one intent; the same for every retry of it. */
  readonly idempotencyKey?: string
  /** The response must be at least as new as this ledger position. */
  readonly minPosition?: string | undefined
  /** Entity tag of the state already loaded; if the server's is the same, the call throws `NotModified`. */
  readonly ifNoneMatch?: string | undefined
  /** Entity tag of the state to be changed; if the server's is another one, it rejects the change with 412. */
  readonly ifMatch?: string | undefined
  readonly signal?: AbortSignal
  /** Nobody asked for the call: the member isn't asked to sign in again for it. */
  readonly unattended?: boolean
  /** What a passkey signed for this call, as JSON. */
  readonly assertion?: string
  /** The same call, sent before the app was loaded: its response is used instead of sending another request. */
  readonly underWay?: UnderWay | undefined
}

/** Input of a call: exactly the parts that its operation declares, and the options. */
export type CallInput<T extends Operation> = Needed<'params', T['params'], ParamsOf<T>> &
  Needed<'query', T['query'], QueryInput<T>> &
  Needed<'body', T['body'], BodyInput<T>> &
  CallOptions

export interface UnderWay {
  /** When it was sent, in milliseconds of `performance.now()`. */
  readonly left: number
  readonly answer: Promise<Response>
}

/** From this age on data is not live although the server has just sent it. */
const LATE_MS = 15_000

/** How old the data of a response was when it was sent; NaN if the response does not say. */
const ageMs = (headers: Headers): number =>
  Date.parse(headers.get('Date') ?? '') - Date.parse(headers.get(AS_OF_HEADER) ?? '')

export interface CallResult<T extends Operation> {
  readonly data: ResponseOf<T>
  /** Ledger position of what the call wrote. */
  readonly position: string | undefined
  /** Server time (ISO 8601) at which the data was true. */
  readonly asOf: string | undefined
  /** The data was already old when the server sent it. */
  readonly late: boolean
  /** Entity tag of this state, if the server sends one. */
  readonly etag: string | undefined
}

interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const sessionEndListeners = new Set<() => void>()

/** Called when the server rejects a member's call because the session has ended. */
export const onSessionEnd = (listener: () => void): (() => void) => {
  sessionEndListeners.add(listener)
  return () => sessionEndListeners.delete(listener)
}

/** A call that the server refused until the member proves that it is them; it changed nothing. */
export interface StepUp {
  /** The server's sentence. */
  readonly reason: string
  /** Whether a fresh sign-in is enough. */
  readonly signIn: boolean
  /** What a passkey signs; null: the member has none. */
  readonly passkey: object | null
  /** Where the member comes back to after a sign-in; by default to the page. */
  readonly place?: string
  /** Repeats the call with what the passkey signed, as JSON; null: the member does not want to. */
  readonly settle: (assertion: string | null) => void
}

let confirmMember = async (): Promise<void> => undefined

/** Sets what a member's change waits for: that the server has confirmed who is signed in. */
export const confirmMemberBy = (confirm: () => Promise<void>): void => {
  confirmMember = confirm
}

const freshSignInListeners = new Set<(stepUp: StepUp) => void>()

/** Called when a call needs a proof of who is there; with a passkey, the call waits until it is settled. */
export const onFreshSignInNeeded = (listener: (stepUp: StepUp) => void): (() => void) => {
  freshSignInListeners.add(listener)
  return () => freshSignInListeners.delete(listener)
}

/** Asks the member to sign in again before they type what needs it; they come back to `place`, an address of the app. */
export const askForSignIn = (reason: string, place: string): void => {
  const asked = { reason, signIn: true, passkey: null, place, settle: () => undefined }
  for (const listener of freshSignInListeners) listener(asked)
}

/** Asks the member for the proof. Resolves with what a passkey signed, or null: at once, if they have none. */
const stepUp = async (reason: string, body: unknown): Promise<string | null> => {
  const { sign_in: signIn = true, passkey = null } = ErrorBody.safeParse(body).data?.step_up ?? {}
  return new Promise((settle) => {
    for (const listener of freshSignInListeners) listener({ reason, signIn, passkey, settle })
    if (passkey === null || freshSignInListeners.size === 0) settle(null)
  })
}

/** Strings, numbers and booleans as text; nothing else is allowed in a path or query. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''

const urlOf = (operation: Operation, input: AnyInput): string => {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(input.params?.[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, textOf(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

const headersOf = (input: AnyInput): Headers => {
  const headers = new Headers({ Accept: 'application/json' })
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (input.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, input.idempotencyKey)
  if (input.minPosition !== undefined) headers.set(MIN_POSITION_HEADER, input.minPosition)
  if (input.ifNoneMatch !== undefined) headers.set('If-None-Match', input.ifNoneMatch)
  if (isCausedByPerson()) headers.set(PERSON_HEADER, '1')
  if (input.ifMatch !== undefined) headers.set('If-Match', input.ifMatch)
  if (input.assertion !== undefined) headers.set(PASSKEY_HEADER, input.assertion)
  return headers
}

/** Whether a read may share a request with others: its operation allows it, and it has no signal or entity tag. */
const isBatchable = (operation: Operation, { signal, ifNoneMatch }: AnyInput): boolean =>
  operation.batchable === true && signal === undefined && ifNoneMatch === undefined

const translatedFields = (fields: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, translateServerText(sentence)]))

/** A failure of the server's own is followed by what its operator needs to look it up. */
const sentenceOfServer = ({ error, code, request_id: requestId }: ErrorBody): string => {
  const sentence = translateServerText(error)
  return code === 'internal_error' && requestId !== undefined
    ? t('{sentence} If you ask us about it, quote {reference}.', {
        sentence,
        reference: requestId.slice(0, 8),
      })
    : sentence
}

const apiErrorOf = (response: Response, body: unknown): ApiError => {
  const refusal = ErrorBody.safeParse(body).data
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(
    response.status,
    refusal?.code ?? UNREADABLE,
    refusal === undefined
      ? t('The server answered with status {status}. Please try again.', { status: response.status })
      : sentenceOfServer(refusal),
    translatedFields(refusal?.fields),
    Number.isFinite(retryAfter) ? retryAfter : null,
  )
}

/** For a response that can't be read: a change may have been made unnoticed, a read has certainly changed nothing. */
const lost = (changes: boolean, cause: unknown): Error =>
  new (changes ? UnknownOutcomeError : OfflineError)(undefined, { cause })

/**
 * Sends the request and reads the whole response in time; `body` is undefined if it has none. Throws as `call` does.
 */
const exchange = async (
  operation: Operation,
  input: AnyInput,
  changes: boolean,
): Promise<{ readonly response: Response; readonly body: unknown }> => {
  // A public call concerns no member, so it continues when one leaves and works without a session.
  const ends = operation.access === 'member' ? [epochSignal()] : []
  const cut = AbortSignal.any([...ends, ...(input.signal ? [input.signal] : [])])
  const timeout = AbortSignal.timeout(changes ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS)
  const left = input.underWay?.left ?? performance.now()
  let response: Response
  let text: string
  try {
    const ask = isBatchable(operation, input) ? fetchBatched : fetch
    response = await (input.underWay?.answer ??
      ask(urlOf(operation, input), {
        method: operation.method,
        headers: headersOf(input),
        body: input.body === undefined ? null : JSON.stringify(input.body),
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.any([cut, timeout]),
      }))
    text = await response.text()
  } catch (error) {
    if (cut.aborted) throw changes ? lost(changes, error) : error
    reportUnreached()
    throw lost(changes, error)
  }
  reportReached()
  noteServerDate(response.headers.get('Date'), performance.now() - left)
  noteClockShift(response.headers.get(CLOCK_SHIFT_HEADER))
  let body: unknown
  try {
    // Responses in other media types are returned as text; refusals are always JSON.
    body = text === '' ? undefined : response.ok && operation.mediaTypes ? text : JSON.parse(text)
  } catch {
    body = undefined
  }
  return { response, body }
}

/**
 * Makes one call of the contract's operation table and validates the response against the contract's schema.
 *
 * Throws `ApiError` when the server refused; `NotModified` for a response with 304; `OfflineError` when certainly
 * nothing was changed (not sent, or a read that failed); `UnknownOutcomeError` when a change may have been made without
 * our knowledge; an `AbortError` when the caller's signal, or for a member's call the end of the session, aborted it.
 */
export const call = async <T extends Operation>(
  operation: T,
  given: CallInput<T>,
): Promise<CallResult<T>> => {
  const changes = operation.method !== 'GET'
  if (changes && surelyOffline()) {
    reportUnreached()
    throw new OfflineError()
  }
  const epoch = currentEpoch()
  if (changes && operation.access === 'member') {
    // Nothing was sent yet, whatever comes of asking.
    await confirmMember().catch((error: unknown) => {
      throw error instanceof OfflineError ? error : new OfflineError(undefined, { cause: error })
    })
    if (epoch !== currentEpoch()) throw new OfflineError(t('Your session has ended, and nothing was sent.'))
  }
  // Whatever the outcome, responses requested earlier may be out of date.
  const exchanged = exchange(operation, given, changes)
  const { response, body } = await (changes ? exchanged.finally(recordChange) : exchanged)
  if (response.status === 304) throw new NotModified(response.headers.get(AS_OF_HEADER) ?? serverTime())
  if (!response.ok) {
    const error = apiErrorOf(response, body)
    if (error.status === 401 && operation.access === 'member' && epoch === currentEpoch()) {
      for (const listener of sessionEndListeners) listener()
    }
    if (error.code === FRESH_SIGN_IN_REQUIRED && given.unattended !== true) {
      const assertion = await stepUp(error.message, body)
      if (assertion !== null && epoch === currentEpoch()) {
        return call(operation, { ...given, underWay: undefined, assertion })
      }
    }
    // A server that failed may have written before it failed.
    throw operation.movesValue === true && error.status >= 500 ? lost(changes, error) : error
  }
  const parsed = operation.response?.safeParse(body)
  if (parsed !== undefined && !parsed.success) {
    if (changes) throw lost(changes, parsed.error)
    throw new ApiError(
      response.status,
      UNREADABLE,
      t('This version of the app could not read the answer. Please reload the page.'),
    )
  }
  const header = (name: string) => response.headers.get(name) ?? undefined
  return {
    // The type was inferred from the schema that has produced the value.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    data: parsed?.data as ResponseOf<T>,
    position: header(POSITION_HEADER),
    asOf: header(AS_OF_HEADER),
    late: ageMs(response.headers) > LATE_MS,
    etag: header('ETag'),
  }
}
