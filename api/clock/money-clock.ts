import type { Clock } from '../../events/ids.ts'
import type { AnswerClock } from '../http/reply.ts'

/**
 * The time that all money logic uses. In development and tests it can be advanced, permanently, to observe interest,
 * bills, votes and valuations; sessions and everything outsiders see use the real clock.
 */
export interface MoneyClock extends AnswerClock {
  readonly now: Clock
  /** Advances the clock for every process on this database. Returns the total shift, ms. */
  readonly advance: (days: number) => Promise<number>
  /** Applies a shift made by another process. */
  readonly refresh: () => Promise<void>
}

/** The clock of production: money uses the real time. */
export const realClock = (clock: Clock): MoneyClock => ({
  now: clock,
  shiftMs: () => null,
  toReal: (at) => at,
  advance: () => Promise.reject(new Error('The clock of production cannot be put forward')),
  refresh: async () => {},
})
