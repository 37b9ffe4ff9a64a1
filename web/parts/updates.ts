import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import {
  updateStep,
  visibleOffer,
  type UpdateEvent,
  type UpdateOffer,
  type UpdateState,
} from './update-state.ts'

const CHECK_MS = 60 * 60 * 1000
const CALM_MS = 3000

const store = createStore<UpdateState>(() => ({ version: 'current', holds: 0, versionsFound: 0 }))
let activate: (() => Promise<void>) | undefined

function step(event: UpdateEvent): void {
  const before = store.getState()
  const after = updateStep(before, event)
  if (after.version === 'reloading' && before.version !== 'reloading') location.reload()
  store.setState(after, true)
}

/**
 * Prevents a new version from being offered or applied while something is open that a reload would disturb, such as a
 * dialog that moves money. Returns the function that ends this; calling it twice is harmless.
 */
function holdUpdates(): () => void {
  let held = true
  step({ type: 'held' })
  return () => {
    if (held) step({ type: 'released' })
    held = false
  }
}

/** Prevents updates for as long as `open` is true. */
export function useHoldUpdates(open: boolean): void {
  useEffect(() => (open ? holdUpdates() : undefined), [open])
}

/** What to offer the member now, of which version, and how to accept it. */
export function useUpdateOffer(): { offer: UpdateOffer; version: number; accept: () => void } {
  const offer = useStore(store, visibleOffer)
  const version = useStore(store, ({ versionsFound }) => versionsFound)
  return { offer, version, accept }
}

function accept(): void {
  const wasWaiting = store.getState().version === 'waiting'
  step({ type: 'accepted' })
  if (wasWaiting) void activate?.()
}

/** To call when a file of the app could not be loaded: usually a newer version has replaced it on the server. */
function reportMissingChunk(): void {
  step({ type: 'chunk_missing' })
}

/** Registers the service worker and checks for a new version hourly and when the app comes to the front. */
export function startUpdates(): void {
  window.addEventListener('vite:preloadError', reportMissingChunk)
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  // A browser that forbids it is a state of the app, which a notice names.
  const failed = (error: unknown) => console.warn('No service worker', error)
  const register = async () => {
    const { registerWorker } = await import('./service-worker.ts')
    activate = registerWorker({
      onNeedRefresh: () => step({ type: 'found' }),
      // Also called in the tabs that did not accept: they are offered a reload, not forced to it.
      onNeedReload: () => step({ type: 'activated' }),
      onRegisteredSW: (_url, registration) => {
        if (registration) watch(registration)
      },
      onRegisterError: failed,
    })
  }
  whenCalm(() => void register().catch(failed))
}

/** Waits until the browser is idle: caching the shell must not compete with the first page. */
function whenCalm(work: () => void): void {
  const wait = () => {
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: CALM_MS })
    else setTimeout(work, CALM_MS)
  }
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, { once: true })
}

function watch(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now()
  const check = () => {
    if (Date.now() - checkedAt < CHECK_MS || !navigator.onLine) return
    checkedAt = Date.now()
    // A server that can't be reached is not reported; the next check follows.
    registration.update().catch(() => undefined)
  }
  setInterval(check, CHECK_MS / 4)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') check()
  })
}
