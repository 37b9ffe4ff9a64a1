import { deviceEntry } from './device-entry.ts'

/** Clock errors below TOLERATED_MS count as none; responses slower than ANSWER_WITHIN_MS are ignored. */
const TOLERATED_MS = 120_000
const ANSWER_WITHIN_MS = 10_000
/** From this clock error on the member is warned. */
const TOLD_MS = 300_000

const offsetOf = (text: string | null): number => {
  const offset_ms = Number(text ?? Number.NaN)
  return Number.isSafeInteger(offset_ms) ? offset_ms : 0
}

/**
 * How far the server's clock is ahead of this device's, in milliseconds; 0 where they agree. Ages are computed from the
 * server's times, so a device with a wrong clock would call fresh data old and old data fresh. Stored for pages opened
 * offline: the error is assumed to be the same until the server's next response.
 */
const offset = deviceEntry('youtility.clock-offset', offsetOf, (value) =>
  value === 0 ? null : String(Math.round(value)),
)

/** Updates the offset from a response's `Date` header, received `took_ms` after the request was sent. */
export const noteServerDate = (header: string | null, took_ms: number): void => {
  const date = Date.parse(header ?? '')
  if (Number.isNaN(date) || took_ms > ANSWER_WITHIN_MS) return
  // The header has whole seconds, of a moment between request and response.
  const seen_ms = date + 500 - (Date.now() - took_ms / 2)
  const next = Math.abs(seen_ms) < TOLERATED_MS ? 0 : Math.round(seen_ms)
  if (Math.abs(next - offset.get()) > TOLERATED_MS / 4) offset.set(next)
}

/** Subscribes to changes of the offset; returns the unsubscribe function. */
export const onServerClock = offset.subscribe

/** The time by the server's clock, in milliseconds. */
export const serverNow = (): number => Date.now() + offset.get()
/** Like `serverNow`, as ISO 8601. */
export const serverTime = (): string => new Date(serverNow()).toISOString()

/** How far this device's clock is ahead, in milliseconds, negative for behind; null if the error is small. */
export const useClockError = (): number | null => {
  const ahead_ms = -offset.use()
  return Math.abs(ahead_ms) < TOLD_MS ? null : ahead_ms
}
