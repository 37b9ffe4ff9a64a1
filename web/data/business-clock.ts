import { useSyncExternalStore } from 'react'

/**
 * How far the server's business clock, which the ledger's times are told in, is ahead of the real one. Only
 * a sandbox moves it; the server says so with every answer. Kept on the device, for pages opened offline:
 * it says nothing about anybody.
 */
const ENTRY = 'youtility.clock-shift'

const stored = (): number | null => {
  try {
    const text = localStorage.getItem(ENTRY)
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
  } catch {
    return null
  }
}

let shift_ms: number | null | undefined
const current = (): number | null => (shift_ms === undefined ? (shift_ms = stored()) : shift_ms)
const listeners = new Set<() => void>()

/** Takes over what an answer of the server says; null: its clock is the real one and can't be moved. */
export const noteClockShift = (header: string | null): void => {
  const next = header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null
  if (next === current()) return
  shift_ms = next
  try {
    if (next === null) localStorage.removeItem(ENTRY)
    else localStorage.setItem(ENTRY, String(next))
  } catch {
    // Without storage it lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Called with each change of the shift; returns how to stop. */
export const onClockShift = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The server's business time now, in milliseconds. */
export const businessNow = (): number => Date.now() + (current() ?? 0)

/** How far the sandbox's clock is ahead, in milliseconds; null where there is none that could be moved. */
export const useClockShift = (): number | null => useSyncExternalStore(onClockShift, current)
