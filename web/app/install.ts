import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { askToStay } from '../data/device-storage.ts'

/** Chromium's event: the browser is ready to show its own install prompt. Not in the DOM typings. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How this device can install the app: by the browser's prompt, by hand (iOS), not at all or already done. */
type InstallWay = 'prompt' | 'by-hand' | 'none'

const DISMISSED_KEY = 'youtility.install-dismissed-at'
const QUIET_MS = 30 * 24 * 60 * 60 * 1000

/** The browser's offer, and whether the member wants to hear of it. */
interface Offer {
  readonly pending: BeforeInstallPromptEvent | undefined
  readonly quiet: boolean
}
const store = createStore<Offer>(() => ({ pending: undefined, quiet: false }))

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
    store.setState({ quiet: isQuiet(localStorage.getItem(DISMISSED_KEY), Date.now()) })
  } catch {
    // Storage can be forbidden: then the offer shows at every visit.
  }
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isInstallPrompt(event)) store.setState({ pending: event })
  })
  window.addEventListener('appinstalled', () => {
    store.setState({ pending: undefined })
    void askToStay()
  })
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

const isAppleTouch = () =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

function installWay({ pending, quiet }: Offer): InstallWay {
  if (quiet || isInstalled()) return 'none'
  if (pending) return 'prompt'
  return isAppleTouch() ? 'by-hand' : 'none'
}

export const useInstallWay = (): InstallWay => useStore(store, installWay)

/** Shows the browser's prompt. It works once for each offer. */
export async function install(): Promise<void> {
  const { pending } = store.getState()
  store.setState({ pending: undefined })
  await pending?.prompt()
}

/** Not now: no offer for thirty days. */
export function dismissInstall(): void {
  store.setState({ quiet: true })
  try {
    localStorage.setItem(DISMISSED_KEY, String(Date.now()))
  } catch {
    // As above.
  }
}
