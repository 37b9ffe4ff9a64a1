import { setTimeout as sleep } from 'node:timers/promises'

/** Clock and sleep; tests replace them, so that nothing waits. */
export interface Timers {
  /** A monotonic clock, ms. */
  readonly now: () => number
  /** Resolves after `ms`, or rejects as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const realTimers: Timers = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

/** The timers and the randomness of retries. */
export interface Pauses {
  readonly timers: Timers
  /** From 0 up to 1. */
  readonly random: () => number
}

export const realPauses: Pauses = { timers: realTimers, random: Math.random }
