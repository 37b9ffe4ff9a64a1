import { Increase } from 'increase'
import { BankUnavailable } from '../paying-bank.ts'

const TIMEOUT_MS = 10_000

/**
 * A client of Increase's API (npm `increase`, pinned). What it only reads it asks for again by itself; an order it sends
 * once, since what became of it is asked for by its key. It logs nothing: its lines would have account numbers.
 */
export const createIncreaseClient = (apiKey: string, apiUrl: string): Increase =>
  new Increase({ apiKey, baseURL: apiUrl, timeout: TIMEOUT_MS, maxRetries: 2, logLevel: 'off' })

/** Options of a request that creates something: our key, and no second try. */
export const once = (idempotencyKey: string) => ({ idempotencyKey, maxRetries: 0 })

/** What of an error may be logged: Increase's sentences may quote the request. */
const quoteless = (error: unknown): string =>
  error instanceof Increase.APIError
    ? `${error.status ?? 'no status'} ${String(Reflect.get(Object(error.error), 'type') ?? error.constructor.name)}`
    : 'not an answer of its API'

/** Runs a call. @throws {BankUnavailable} for whatever it fails with */
export const asked = async <T>(call: () => PromiseLike<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (error instanceof BankUnavailable) throw error
    throw new BankUnavailable(quoteless(error))
  }
}

/** The object that a key has created already, with other parameters than this request's; null when it failed otherwise. */
export const createdBefore = (error: unknown): string | null =>
  error instanceof Increase.IdempotencyKeyAlreadyUsedError ? error.resource_id : null

/** Whether Increase does not accept what the request says, and never will. */
export const isNotAccepted = (error: unknown): boolean => error instanceof Increase.InvalidParametersError

/** Whether Increase has nothing of this id. */
export const isUnknown = (error: unknown): boolean => error instanceof Increase.NotFoundError
