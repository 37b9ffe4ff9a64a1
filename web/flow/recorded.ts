import { deviceStorage } from '../data/device-storage.ts'
import { forgetIntent, rememberIntent } from '../data/intents.ts'
import { serverTime } from '../data/server-clock.ts'
import type { StoredIntent } from '../data/database.ts'

/** How old an unsettled intent must be before anything but the dialog that sent it asks about it. */
const ABANDONED_AFTER_MS = 25_000

/**
 * Stores an intent before its request is sent, so that even a killed app can look up its outcome. False if it could not
 * be stored: then the request must not be sent. On a device that stores nothing, of which the member has been told, the
 * draft of this tab has to do (`isDraftKept`).
 */
export const recordIntent = async (
  intent: Omit<StoredIntent, 'createdAt'>,
  isDraftKept: () => boolean,
): Promise<boolean> => {
  if (deviceStorage().state === 'memory') return isDraftKept()
  try {
    await rememberIntent({ ...intent, createdAt: serverTime() })
    return true
  } catch (error) {
    console.warn('Intent not kept', error)
    return false
  }
}

/** Deletes the stored intent, because its outcome is known. */
export const settleIntent = (key: string): void => {
  forgetIntent(key).catch((error: unknown) => console.warn('Not removed', error))
}

/** Whether no dialog is asking about it any more; a clock put back hides none. `now`: ms. */
export const isAbandoned = ({ createdAt }: StoredIntent, now: number): boolean =>
  Math.abs(now - Date.parse(createdAt)) >= ABANDONED_AFTER_MS

/** The oldest unsettled intent that no dialog is asking about any more. `now`: ms. */
export const abandonedOf = <Intent>(
  unsettled: readonly StoredIntent[],
  now: number,
  intentOf: (draft: unknown) => Intent | null,
): Intent | null =>
  unsettled
    .filter((intent) => isAbandoned(intent, now))
    .map(({ draft }) => intentOf(draft))
    .find((intent) => intent !== null) ?? null
