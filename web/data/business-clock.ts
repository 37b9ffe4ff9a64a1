import { deviceEntry } from './device-entry.ts'
import { serverNow } from './server-clock.ts'

const shiftOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/**
 * How far the server's business clock, which the ledger's times are told in, is ahead of the real one, in
 * milliseconds. Only a sandbox moves it; the server says so with every answer. Kept for pages opened offline.
 */
const shift = deviceEntry('youtility.clock-shift', shiftOf, (shift_ms) =>
  shift_ms === null ? null : String(shift_ms),
)

/** Takes over what an answer of the server says; null: its clock is the real one and can't be moved. */
export const noteClockShift = (header: string | null): void => {
  const next = shiftOf(header)
  if (next !== shift.get()) shift.set(next)
}

/** Called with each change of the shift; returns how to stop. */
export const onClockShift = shift.subscribe

/** The server's business time now, in milliseconds. */
export const businessNow = (): number => serverNow() + (shift.get() ?? 0)

/** How far the sandbox's clock is ahead, in milliseconds; null where there is none that could be moved. */
export const useClockShift = shift.use
