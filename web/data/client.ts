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
import { noteServerDate, serverTime } from './server-clock.ts'
import { fetchTogether } from './together.ts'
import { told } from '../texts/told.ts'

// Our Content-Security-Policy forbids eval; without this the validator probes for it and is reported.
z.config({ jitless: true })

const READ_TIMEOUT_MS = 10_000
const WRITE_TIMEOUT_MS = 20_000

type Needed<Name extends string, Part, Value> = Part extends z.ZodMiniType
  ? undefined extends Value
    ? { readonly [K in Name]?: Value }
    : { readonly [K in Name]: Value }
  : unknown

/** How a call is to be made. */
interface CallOptions {
  /** The client's name for one intent; the same for every retry of it. */
  readonly idempotencyKey?: string
  /** Answer only with data at least as new as this ledger position. */
  readonly minPosition?: string | undefined
  /** Entity tag of the state that is here already; the same state again throws `NotModified`. */
  readonly ifNoneMatch?: string | undefined
  /** Entity tag of the state that is to be changed; of another state the server refuses to change it with 412. */
  readonly ifMatch?: string | undefined
  readonly signal?: AbortSignal
  /** This very call, made before the app was there: its answer is taken instead of asking again. */
  readonly underWay?: UnderWay | undefined
}

/** What a call takes: exactly the parts its operation declares, and how it is to be made. */
export type CallInput<T extends Operation> = Needed<'params', T['params'], ParamsOf<T>> &
  Needed<'query', T['query'], QueryInput<T>> &
  Needed<'body', T['body'], BodyInput<T>> &
  CallOptions

export interface UnderWay {
  /** When it was sent, in milliseconds of `performance.now()`. */
  readonly left: number
  readonly answer: Promise<Response>
}

export interface CallResult<T extends Operation> {
  readonly data: ResponseOf<T>
  /** Ledger position of what the call wrote. */
  readonly position: string | undefined
  /** Server time (ISO 8601) at which the data was true. */
  readonly asOf: string | undefined
  /** Entity tag of this state, where the server tells one. */
  readonly etag: string | undefined
}

interface AnyInput extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const sessionEndListeners = new Set<() => void>()

/** Called when the server says that a member's call has no session any more. */
export const onSessionEnd = (listener: () => void): (() => void) => {
  sessionEndListeners.add(listener)
  return () => sessionEndListeners.delete(listener)
}

const freshSignInListeners = new Set<(reason: string) => void>()

/** Called with the server's sentence when a call needs a fresh sign-in; nothing was done. */
export const onFreshSignInNeeded = (listener: (reason: string) => void): (() => void) => {
  freshSignInListeners.add(listener)
  return () => freshSignInListeners.delete(listener)
}

/** Strings and numbers as they stand; nothing else has a place in a path or query. */
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
  return query.size === 0 ? path : `${path}?${query.toString()}`
}

const headersOf = (input: AnyInput): Headers => {
  const headers = new Headers({ Accept: 'application/json' })
  if (input.body !== undefined) headers.set('Content-Type', 'application/json')
  if (input.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, input.idempotencyKey)
  if (input.minPosition !== undefined) headers.set(MIN_POSITION_HEADER, input.minPosition)
  if (input.ifNoneMatch !== undefined) headers.set('If-None-Match', input.ifNoneMatch)
  if (input.ifMatch !== undefined) headers.set('If-Match', input.ifMatch)
  return headers
}

/** A read of its own kind, with nothing that concerns it alone, may travel with others. */
const isPart = (operation: Operation, { signal, ifNoneMatch }: AnyInput): boolean =>
  operation.together === true && signal === undefined && ifNoneMatch === undefined

const toldOf = (fields: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [name, told(sentence)]))

const apiErrorOf = (response: Response, body: unknown): ApiError => {
  const said = ErrorBody.safeParse(body).data
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new ApiError(
    response.status,
    said?.code ?? UNREADABLE,
    said === undefined
      ? t('The server answered with status {status}. Please try again.', { status: response.status })
      : told(said.error),
    toldOf(said?.fields),
    Number.isFinite(retryAfter) ? retryAfter : null,
  )
}

/** No answer that can be read: a change may have happened without us hearing of it, a read has surely changed nothing. */
const lost = (changes: boolean, cause: unknown): Error =>
  new (changes ? UnknownOutcomeError : OfflineError)(undefined, { cause })

/** Sends the request and hears the whole answer in time; its body undefined where it is none. Throws as `call`. */
const exchange = async (
  operation: Operation,
  input: AnyInput,
  changes: boolean,
): Promise<{ readonly response: Response; readonly body: unknown }> => {
  // What anybody may ask for concerns no member, so that it goes on when one has left or nobody was there.
  const ends = operation.access === 'member' ? [epochSignal()] : []
  const cut = AbortSignal.any([...ends, ...(input.signal ? [input.signal] : [])])
  const timeout = AbortSignal.timeout(changes ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS)
  const left = input.underWay?.left ?? performance.now()
  let response: Response
  let text: string
  try {
    const ask = isPart(operation, input) ? fetchTogether : fetch
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
    // What is written in other media is taken as it stands; refusals are always JSON.
    body = text === '' ? undefined : response.ok && operation.mediaTypes ? text : JSON.parse(text)
  } catch {
    body = undefined
  }
  return { response, body }
}

/**
 * Makes one call of the contract's operation table and validates its answer by the contract's schema.
 *
 * Throws `ApiError` when the server refused; `OfflineError` when surely nothing was changed (not sent, or
 * a read that failed); `UnknownOutcomeError` when a change may have happened without us hearing of it;
 * an `AbortError` when the caller's signal, or of a member's call the end of the session, cut it short.
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
  // Whatever comes of it, what was on its way before may be out of date.
  const exchanged = exchange(operation, given, changes)
  const { response, body } = await (changes ? exchanged.finally(recordChange) : exchanged)
  if (response.status === 304) throw new NotModified(response.headers.get(AS_OF_HEADER) ?? serverTime())
  if (!response.ok) {
    const error = apiErrorOf(response, body)
    if (error.status === 401 && operation.access === 'member' && epoch === currentEpoch()) {
      for (const listener of sessionEndListeners) listener()
    }
    if (error.code === FRESH_SIGN_IN_REQUIRED)
      for (const listener of freshSignInListeners) listener(error.message)
    // A server that fell over may have written before it fell.
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
    // The schema that produced the value is the one the type was inferred from.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    data: parsed?.data as ResponseOf<T>,
    position: header(POSITION_HEADER),
    asOf: header(AS_OF_HEADER),
    etag: header('ETag'),
  }
}
