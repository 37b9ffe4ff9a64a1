/**
 * Paths that only the server answers: the service worker neither stores nor answers them, and a navigation to one of
 * them leaves the app. Shared with the tests and the dev proxy.
 */
export const SERVER_OWNED: readonly RegExp[] = [
  /^\/api(?:[/?]|$)/,
  /^\/oidc(?:[/?]|$)/,
  /^\/\.well-known(?:[/?]|$)/,
  /^\/metrics(?:[/?]|$)/,
  // A member's DID document (did:web); /did alone is a page of the app.
  /^\/did\/[^/?]/,
]

/** Whether the server alone answers this path (with or without a query). */
export const isServerOwned = (pathAndQuery: string): boolean =>
  SERVER_OWNED.some((pattern) => pattern.test(pathAndQuery))
