import { setTimeout as sleep } from 'node:timers/promises'

/** Time as those who wait know it; tests have their own, in which nobody waits. */
export interface Timers {
  /** A clock that only ever goes forward, ms. */
  readonly now: () => number
  /** Resolves after `ms`, or rejects as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

export const realTimers: Timers = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}

/** Waiting and chance, as far as repeating something depends on them. */
export interface Pauses {
  readonly timers: Timers
  /** From 0 up to 1. */
  readonly random: () => number
}

export const realPauses: Pauses = { timers: realTimers, random: Math.random }
