import { forgetIntent, rememberIntent } from '../data/intents.ts'
import { serverTime } from '../data/server-clock.ts'
import type { StoredIntent } from '../data/database.ts'

/** Time limit for storing an intent: storage that hangs must not delay the transfer. */
const RECORD_WITHIN_MS = 1_000
/** How old an unsettled intent must be before anything but the dialog that sent it asks about it. */
const ABANDONED_AFTER_MS = 25_000

/** Stores an intent before its request is sent, so that even a killed app can look up its outcome. */
export const recordIntent = async (intent: Omit<StoredIntent, 'createdAt'>): Promise<void> => {
  const recorded = rememberIntent({ ...intent, createdAt: serverTime() }).catch((error: unknown) =>
    console.warn('The intent could not be recorded', error),
  )
  await Promise.race([recorded, new Promise((resolve) => setTimeout(resolve, RECORD_WITHIN_MS))])
}

/** Deletes the stored intent, because its outcome is known. */
export const settleIntent = (key: string): void => {
  forgetIntent(key).catch((error: unknown) => console.warn('The intent could not be removed', error))
}

/** The oldest unsettled intent that no dialog is asking about any more; a clock put back hides none. `now`: ms. */
export const abandonedOf = <Intent>(
  unsettled: readonly StoredIntent[],
  now: number,
  intentOf: (draft: unknown) => Intent | null,
): Intent | null =>
  unsettled
    .filter(({ createdAt }) => Math.abs(now - Date.parse(createdAt)) >= ABANDONED_AFTER_MS)
    .map(({ draft }) => intentOf(draft))
    .find((intent) => intent !== null) ?? null
