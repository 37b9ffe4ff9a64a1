import type { Clock } from '../../events/ids.ts'

/**
 * The time by which money moves. In development and tests it can be put forward, for good, so that interest, bills,
 * votes and valuations can be watched; sessions and what outsiders see go by the real clock.
 */
export interface MoneyClock {
  readonly now: Clock
  /** How far it is ahead of the real clock, ms; null where there is nothing to put forward. */
  readonly shiftMs: () => number | null
  /** The real time of something that this clock may have dated. */
  readonly toReal: (at: Date) => Date
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
