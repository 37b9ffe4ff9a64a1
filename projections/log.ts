import type { BaseLogger } from 'pino'

/** The log of the projections, a pino logger. Personal data must not be written to it. */
export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>
