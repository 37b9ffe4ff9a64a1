import { AsyncLocalStorage } from 'node:async_hooks'
import * as oidc from 'openid-client'

const answers = new AsyncLocalStorage<{ token: Response | null }>()

// The types differ in `undefined` and shared buffers; the package sends neither.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const initOf = (options: oidc.CustomFetchOptions): RequestInit => options as RequestInit

/**
 * `fetch`, except that within {@link withSameAnswer} a provider is asked once only: a code is good for one exchange, and
 * what came for it may have to be checked with newer keys.
 */
export const fetchOnce: oidc.CustomFetch = async (url, options) => {
  const noted = answers.getStore()
  if (noted === undefined || options.method !== 'POST') return fetch(url, initOf(options))
  noted.token ??= await fetch(url, initOf(options))
  return noted.token.clone()
}

/** Runs a code's exchange, which may be tried again within: the token endpoint is asked once. */
export const withSameAnswer = <T>(exchange: () => Promise<T>): Promise<T> =>
  answers.run({ token: null }, exchange)

/** Errors that a key which was rotated meanwhile may explain: none fits, or the signature is not by it. */
const KEY_CODES = new Set(['OAUTH_KEY_SELECTION_FAILED', 'OAUTH_INVALID_RESPONSE'])

export const mayBeRotated = (error: unknown): boolean =>
  error instanceof oidc.ClientError && error.code !== undefined && KEY_CODES.has(error.code)
