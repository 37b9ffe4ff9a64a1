import type { Clock } from '../../events/ids.ts'

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const DAY_MS = 86_400 * SECOND_MS

/** A clock that a test can move forward. */
export interface TestClock extends Clock {
  readonly forward: (ms: number) => void
  /** Calls the listener after each move. */
  readonly onForward: (listener: () => void) => void
}

const forwardable = (now: () => number, add: (ms: number) => void): TestClock => {
  const listeners: (() => void)[] = []
  return Object.assign(() => new Date(now()), {
    forward: (ms: number) => {
      add(ms)
      for (const listener of listeners) listener()
    },
    onForward: (listener: () => void) => void listeners.push(listener),
  })
}

/** A clock that runs and can be moved forward. */
export const movingClock = (start: string): TestClock => {
  let ahead = Date.parse(start) - Date.now()
  return forwardable(
    () => Date.now() + ahead,
    (ms) => (ahead += ms),
  )
}

/** A clock that stands still until it is moved forward. */
export const standingClock = (start: string): TestClock => {
  let now = Date.parse(start)
  return forwardable(
    () => now,
    (ms) => (now += ms),
  )
}
