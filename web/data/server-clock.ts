import { deviceEntry } from './device-entry.ts'

/** A device that is less off than this is believed; so is an answer that took no longer. */
const TOLERATED_MS = 120_000
const ANSWER_WITHIN_MS = 10_000
/** From here on the member is told. */
const TOLD_MS = 300_000

const offsetOf = (text: string | null): number => {
  const offset_ms = Number(text ?? Number.NaN)
  return Number.isSafeInteger(offset_ms) ? offset_ms : 0
}

/**
 * How far the server's clock is ahead of this device's, in milliseconds; 0 where they agree. Ages are told by the
 * server's times, so a device that goes wrong would call fresh things old and old ones fresh. Kept for pages opened
 * offline: a clock that was wrong is taken to be as wrong until the server says otherwise.
 */
const offset = deviceEntry('youtility.clock-offset', offsetOf, (value) =>
  value === 0 ? null : String(Math.round(value)),
)

/** Takes over what an answer's `Date` header says, which came `took_ms` after its request left. */
export const noteServerDate = (header: string | null, took_ms: number): void => {
  const date = Date.parse(header ?? '')
  if (Number.isNaN(date) || took_ms > ANSWER_WITHIN_MS) return
  // The header has whole seconds, of a moment between the request and its answer.
  const seen_ms = date + 500 - (Date.now() - took_ms / 2)
  const next = Math.abs(seen_ms) < TOLERATED_MS ? 0 : Math.round(seen_ms)
  if (Math.abs(next - offset.get()) > TOLERATED_MS / 4) offset.set(next)
}

/** Called with each change of how wrong the device is; returns how to stop. */
export const onServerClock = offset.subscribe

/** The time by the server's clock, in milliseconds. */
export const serverNow = (): number => Date.now() + offset.get()
/** As `serverNow`, ISO 8601. */
export const serverTime = (): string => new Date(serverNow()).toISOString()

/** How far this device's clock is ahead, in milliseconds, negative for behind; null where it is right enough. */
export const useClockError = (): number | null => {
  const ahead_ms = -offset.use()
  return Math.abs(ahead_ms) < TOLD_MS ? null : ahead_ms
}
