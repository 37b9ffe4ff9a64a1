import { createBackoff } from '../backoff.ts'
import { realPauses, type Pauses } from '../timers.ts'
import { OutcomeUnknown, StoreUnavailable } from './event-store.ts'

/** EventStoreDB's time limit for one attempt is 2.5 s, so even if it hangs a caller has an answer within some 3 s. */
const GIVE_UP_AFTER_MS = 2_000
const RETRY_MS_MIN = 25
const RETRY_MS_MAX = 1_000

/**
 * Appends, and repeats the identical append while its outcome is unknown: same ids, same expected revisions, so it
 * is stored once whatever happened to the first attempt. It never decides again.
 * @throws {OutcomeUnknown} no certain answer to any attempt begun within 2 seconds; other errors are those of `append`
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
