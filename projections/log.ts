import type { BaseLogger } from 'pino'

/** Where projections say what happens to them; a pino logger. Never given personal data. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>
