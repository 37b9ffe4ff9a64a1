import { setTimeout as sleep } from 'node:timers/promises'
import { OutcomeUnknown, StoreUnavailable } from './event-store.ts'

/** A store takes 2.5 s over one try, so that whoever asked has an answer within some 3 s even from one that hangs. */
const GIVE_UP_AFTER_MS = 2_000

/**
 * Appends, and repeats the very same append while its outcome is unknown: same ids, same expectations, so
 * it is stored once whatever happened to the first try. It never decides again.
 * @throws {OutcomeUnknown} no certain answer in 2 seconds, and none to what was then under way; the errors of `append` else
 */
export const appendUntilKnown = async <T>(append: () => Promise<T>): Promise<T> => {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS
  let uncertain: OutcomeUnknown | null = null
  for (let waitMs = 25; ; waitMs = Math.min(waitMs * 2, 1_000)) {
    try {
      return await append()
    } catch (error) {
      if (error instanceof OutcomeUnknown) uncertain = error
      else if (!(error instanceof StoreUnavailable && uncertain)) throw error
      if (performance.now() + waitMs > giveUpAt) throw uncertain
    }
    await sleep(waitMs * (0.5 + Math.random() / 2))
  }
}
