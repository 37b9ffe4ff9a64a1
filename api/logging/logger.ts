import { pino, type DestinationStream, type Logger } from 'pino'

export type { Logger } from 'pino'

interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: LoggedError
}

/**
 * The fields of an error that may be logged. Postgres puts column values into `detail` and `where`, and HTTP clients
 * attach whole responses, so no other field is copied.
 */
const serialiseError = (error: unknown, depth = 3): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause !== undefined && depth > 0 && { cause: serialiseError(error.cause, depth - 1) }),
  }
}

/** Structured logs, one JSON object a line, to `destination` (default standard output). */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => serialiseError(error) },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )
