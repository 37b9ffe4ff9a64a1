import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { isAppleTouch } from '../data/apple-touch.ts'
import { deviceEntry } from '../data/device-entry.ts'
import { askToStay } from '../data/device-storage.ts'

/** Chromium's event: the browser is ready to show its own install prompt. Not in the DOM typings. */
interface BeforeInstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** How this device can install the app: by the browser's prompt, by hand (iOS), not at all or already done. */
export type InstallWay = 'prompt' | 'by-hand' | 'none'

const QUIET_MS = 30 * 24 * 60 * 60 * 1000

/** The browser's install prompt, while there is one. */
const offer = createStore<{ readonly pending: BeforeInstallPromptEvent | undefined }>(() => ({
  pending: undefined,
}))

const isInstallPrompt = (event: Event): event is BeforeInstallPromptEvent =>
  'prompt' in event && typeof event.prompt === 'function'

/** Whether an answer 'not now', given at `dismissedAt` (milliseconds as text), still counts. */
export function isQuiet(dismissedAt: string | null, now: number): boolean {
  const at = Number(dismissedAt ?? Number.NaN)
  return Number.isFinite(at) && now - at < QUIET_MS
}

/** Whether the member has dismissed the offer within the last thirty days. */
const quiet = deviceEntry(
  'youtility.install-dismissed-at',
  (dismissedAt) => isQuiet(dismissedAt, Date.now()),
  (isNow) => (isNow ? String(Date.now()) : null),
)

/** Stores the browser's offer, which comes once and early. */
export function startInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isInstallPrompt(event)) offer.setState({ pending: event })
  })
  window.addEventListener('appinstalled', () => {
    offer.setState({ pending: undefined })
    void askToStay()
  })
}

const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

export const useInstallWay = (): InstallWay => {
  const { pending } = useStore(offer)
  if (quiet.use() || isInstalled()) return 'none'
  if (pending) return 'prompt'
  return isAppleTouch() ? 'by-hand' : 'none'
}

/** Shows the browser's prompt. It works once for each offer. */
export async function install(): Promise<void> {
  const { pending } = offer.getState()
  offer.setState({ pending: undefined })
  await pending?.prompt()
}

/** Hides the offer for thirty days. */
export const dismissInstall = (): void => quiet.set(true)
