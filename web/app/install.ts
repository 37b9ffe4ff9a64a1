import { useSyncExternalStore } from 'react'

/** Chromium's event: the browser is ready to show its own install prompt. Not in the DOM typings. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How this device can install the app: by the browser's prompt, by hand (iOS), not at all or already done. */
export type InstallWay = 'prompt' | 'by-hand' | 'none'

const DISMISSED_KEY = 'youtility.install-dismissed-at'
const QUIET_MS = 30 * 24 * 60 * 60 * 1000

let pending: BeforeInstallPromptEvent | undefined
let quiet = false
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

const isInstallPrompt = (event: Event): event is BeforeInstallPromptEvent =>
  'prompt' in event && typeof event.prompt === 'function'

/** Whether an answer 'not now', given at `dismissedAt` (milliseconds as text), still counts. */
export function isQuiet(dismissedAt: string | null, now: number): boolean {
  const at = Number(dismissedAt ?? Number.NaN)
  return Number.isFinite(at) && now - at < QUIET_MS
}

/** Catches the browser's offer, which comes once and early. */
export function startInstall(): void {
  try {
    quiet = isQuiet(localStorage.getItem(DISMISSED_KEY), Date.now())
  } catch {
    // Storage can be forbidden: then the offer shows at every visit.
  }
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isInstallPrompt(event)) pending = event
    notify()
  })
  window.addEventListener('appinstalled', () => {
    pending = undefined
    notify()
  })
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

const isAppleTouch = () =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

function installWay(): InstallWay {
  if (quiet || isInstalled()) return 'none'
  if (pending) return 'prompt'
  return isAppleTouch() ? 'by-hand' : 'none'
}

export const useInstallWay = (): InstallWay =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, installWay)

/** Shows the browser's prompt. It works once for each offer. */
export async function install(): Promise<void> {
  const offer = pending
  pending = undefined
  await offer?.prompt()
  notify()
}

/** Not now: no offer for thirty days. */
export function dismissInstall(): void {
  quiet = true
  try {
    localStorage.setItem(DISMISSED_KEY, String(Date.now()))
  } catch {
    // As above.
  }
  notify()
}
