import type { Clock } from '../../events/ids.ts'
import type { AnswerClock } from '../http/reply.ts'

/**
 * The time by which money moves. In development and tests it can be put forward, for good, so that interest, bills,
 * votes and valuations can be watched; sessions and what outsiders see go by the real clock.
 */
export interface MoneyClock extends AnswerClock {
  readonly now: Clock
  /** Puts it forward, for every process that works on this database. Answers the whole shift, ms. */
  readonly advance: (days: number) => Promise<number>
  /** Takes over what another process has put forward. */
  readonly refresh: () => Promise<void>
}

/** In production the time by which money moves is the real one. */
export const realClock = (clock: Clock): MoneyClock => ({
  now: clock,
  shiftMs: () => null,
  toReal: (at) => at,
  advance: () => Promise.reject(new Error('The clock of production cannot be put forward')),
  refresh: async () => {},
})
