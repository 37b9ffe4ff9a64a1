import { deviceEntry } from './device-entry.ts'
import { serverNow } from './server-clock.ts'

const shiftOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/**
 * How far the server's business clock, which the ledger's times come from, is ahead of real time, in milliseconds. Only
 * a sandbox moves it; the server sends the shift with every response. Stored for pages opened offline.
 */
const shift = deviceEntry('youtility.clock-shift', shiftOf, (shift_ms) =>
  shift_ms === null ? null : String(shift_ms),
)

/** Stores the shift that a response's header contains; null: the server's clock is the real one and can't be moved. */
export const noteClockShift = (header: string | null): void => {
  const next = shiftOf(header)
  if (next !== shift.get()) shift.set(next)
}

/** Subscribes to changes of the shift; returns the unsubscribe function. */
export const onClockShift = shift.subscribe

/** The server's business time now, in milliseconds. */
export const businessNow = (): number => serverNow() + (shift.get() ?? 0)

/** How far the sandbox's clock is ahead, in milliseconds; null if there is no clock that can be moved. */
export const useClockShift = shift.use
