/** Failed to connect, connection lost, server shutting down or starting, cancelled by a time-out. */
const POSTGRES_DOWN =
  /^(08...|53...|57P0[1-5]|57014|55P03|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
const POSTGRES_DOWN_MESSAGE =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error)/

/** The database cannot be reached or is overloaded; the same call may succeed a moment later. */
export const isDatabaseDown = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && POSTGRES_DOWN.test(error.code)) ||
    POSTGRES_DOWN_MESSAGE.test(error.message))
