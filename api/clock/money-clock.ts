import type { Clock } from '../../events/ids.ts'
import type { AnswerClock } from '../http/reply.ts'

/**
 * The time that all money logic uses. In development and tests it can be advanced, permanently, to observe interest,
 * bills, votes and valuations; sessions and everything outsiders see use the real clock.
 */
export interface MoneyClock extends AnswerClock {
  readonly now: Clock
  /**
   * Has a process with role `worker` or `all` advance the clock, for every process on this database. Waits until it has,
   * for 15 seconds at most; it goes on afterwards. Returns the total shift so far, ms.
   */
  readonly advance: (days: number) => Promise<number>
  /** Applies a shift made by another process. */
  readonly refresh: () => Promise<void>
  /** Advances the clock as far as it shall go, a day at a time; `settled` resolves when what is due on the day is done. */
  readonly goOn: (settled: () => Promise<void>) => Promise<void>
}

/** The clock of production: money uses the real time. */
export const realClock = (clock: Clock): MoneyClock => ({
  now: clock,
  shiftMs: () => null,
  toReal: (at) => at,
  advance: () => Promise.reject(new Error('The clock of production cannot be put forward')),
  refresh: async () => {},
  goOn: async () => {},
})
