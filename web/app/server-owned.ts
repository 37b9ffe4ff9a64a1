/**
 * Paths that belong to the server alone: the service worker neither stores nor answers them, and a
 * navigation to one of them is not the app's. Shared with the tests, the build and the dev proxy.
 */
export const SERVER_OWNED_ROOTS = ['/api', '/oidc', '/.well-known', '/metrics'] as const

export const SERVER_OWNED: readonly RegExp[] = [
  /^\/api(?:[/?]|$)/,
  /^\/oidc(?:[/?]|$)/,
  /^\/\.well-known(?:[/?]|$)/,
  /^\/metrics(?:[/?]|$)/,
]

/** Whether the server alone answers this path (with or without a query). */
export const isServerOwned = (pathAndQuery: string): boolean =>
  SERVER_OWNED.some((pattern) => pattern.test(pathAndQuery))
