import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

type Connectivity = 'online' | 'offline'

/** How long to wait before asking again whether the server can be reached, in milliseconds. */
const PROBE_FIRST_MS = 2_000
const PROBE_MAX_MS = 30_000

/** Whether the browser reports that there is no network. Its report of a network proves nothing. */
export const surelyOffline = (): boolean => 'onLine' in navigator && !navigator.onLine

const store = createStore<Connectivity>(() => (surelyOffline() ? 'offline' : 'online'))
let probeDelay_ms = PROBE_FIRST_MS
let probeTimer: ReturnType<typeof setTimeout> | undefined

const become = (next: Connectivity): void => {
  if (next === 'online') {
    clearTimeout(probeTimer)
    probeTimer = undefined
    probeDelay_ms = PROBE_FIRST_MS
  } else scheduleProbe()
  store.setState(next)
}

/** Asks whether the server can be reached. */
export const probe = async (): Promise<void> => {
  probeTimer = undefined
  try {
    const answer = await fetch('/api/health/live', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    // Unread, it would keep one of the browser's few connections until the time limit.
    await answer.text()
    become('online')
  } catch {
    become('offline')
  }
}

const scheduleProbe = (): void => {
  if (probeTimer !== undefined || typeof window === 'undefined') return
  probeTimer = setTimeout(() => void probe(), probeDelay_ms)
  probeDelay_ms = Math.min(probeDelay_ms * 2, PROBE_MAX_MS)
}

/** The client calls these after each request, depending on whether it reached the server. */
export const reportReached = (): void => become('online')
export const reportUnreached = (): void => become('offline')

export const connectivity = store.getState

/** Subscribes to changes; returns the unsubscribe function. */
export const onConnectivity = (listener: () => void): (() => void) => store.subscribe(listener)

if (typeof window !== 'undefined') {
  // The browser's events are only hints: `online` starts a probe, `offline` avoids requests that would fail.
  window.addEventListener('online', () => void probe())
  window.addEventListener('offline', () => become('offline'))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && connectivity() === 'offline') void probe()
  })
}

/** Whether the server could be reached last time we tried. */
export const useConnectivity = (): Connectivity => useStore(store)
