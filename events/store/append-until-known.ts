import { createBackoff } from '../backoff.ts'
import { realPauses, type Pauses } from '../timers.ts'
import { OutcomeUnknown, StoreUnavailable } from './event-store.ts'

/** A store takes 2.5 s over one try, so that whoever asked has an answer within some 3 s even from one that hangs. */
const GIVE_UP_AFTER_MS = 2_000
const RETRY_MS_MIN = 25
const RETRY_MS_MAX = 1_000

/**
 * Appends, and repeats the very same append while its outcome is unknown: same ids, same expectations, so
 * it is stored once whatever happened to the first try. It never decides again.
 * @throws {OutcomeUnknown} no certain answer in 2 seconds, and none to what was then under way; the errors of `append` else
 */
export const appendUntilKnown = async <T>(
  append: () => Promise<T>,
  { timers, random }: Pauses = realPauses,
): Promise<T> => {
  const giveUpAt = timers.now() + GIVE_UP_AFTER_MS
  const backoff = createBackoff({ minMs: RETRY_MS_MIN, maxMs: RETRY_MS_MAX, random })
  let uncertain: OutcomeUnknown | null = null
  for (;;) {
    try {
      return await append()
    } catch (error) {
      if (error instanceof OutcomeUnknown) uncertain = error
      else if (!(error instanceof StoreUnavailable && uncertain)) throw error
    }
    const waitMs = backoff.nextMs()
    if (timers.now() + waitMs > giveUpAt) throw uncertain
    await timers.sleep(waitMs)
  }
}
