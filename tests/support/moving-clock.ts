import type { Clock } from '../../events/ids.ts'

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const DAY_MS = 86_400 * SECOND_MS

/** A clock that goes on by itself and can be put forward. */
export const movingClock = (start: string): Clock & { readonly forward: (ms: number) => void } => {
  let ahead = Date.parse(start) - Date.now()
  return Object.assign(() => new Date(Date.now() + ahead), {
    forward: (ms: number) => {
      ahead += ms
    },
  })
}

/** A clock that stands still until it is put forward. */
export const standingClock = (start: string): Clock & { readonly forward: (ms: number) => void } => {
  let now = Date.parse(start)
  return Object.assign(() => new Date(now), {
    forward: (ms: number) => {
      now += ms
    },
  })
}
