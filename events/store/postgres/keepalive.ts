/**
 * A machine that vanishes sends no farewell, and the system notices after hours. With these both sides notice within
 * some ten seconds: ours because the system asks after three seconds of silence and then ten times, once a second (Node
 * sets that), Postgres's by the settings below.
 */
export const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 3_000 } as const

/** Settings of a session in Postgres: seconds, count, ms. On a Unix socket Postgres ignores them. */
export const KEEPALIVE_SETTINGS = [
  'tcp_keepalives_idle=3',
  'tcp_keepalives_interval=1',
  'tcp_keepalives_count=5',
  'tcp_user_timeout=8000',
] as const

/**
 * Time limits of what members wait for: the server cancels a statement after the first, and one that does not even
 * answer is given up a little later, so that no request waits for more than five seconds for a Postgres that is cut off.
 */
export const STATEMENT_TIMEOUT_MS = 4_500
export const NO_ANSWER_MS = 500
export const CONNECT_TIMEOUT_MS = 4_500
