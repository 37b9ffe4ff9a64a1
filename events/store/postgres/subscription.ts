import { createBackoff } from '../../backoff.ts'
import type { RecordedEvent, SubscribeOptions } from '../event-store.ts'
import { readFailure } from './failures.ts'
import { StoreUnavailable } from '../event-store.ts'
import type { Page } from './pages.ts'
import type { Tail } from './tail.ts'

/** Pauses between polls while nothing happens, ms: long while listening, as a notification ends them, else short. */
const POLL_MS_MIN = 5
const POLL_MS_MAX = 250
const POLL_MS_LISTENING = 5_000
/** Pauses between attempts while the server is away, ms. */
const RETRY_MS_MIN = 50
const RETRY_MS_MAX = 1_000
const BATCH_MAX = 500

/** `undefined` as soon as the signal aborts. */
const unlessAborted = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> => {
  let abort: (() => void) | undefined
  const aborted = new Promise<undefined>((resolve) => {
    abort = () => resolve(undefined)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    if (abort) signal.removeEventListener('abort', abort)
  }
}

/**
 * Reads the events after the last one delivered, so a lost connection loses nothing and repeats nothing. Events
 * that this process stored come from its memory. Positions become visible in order, so no gap is filled later.
 */
export async function* subscription(
  tail: Tail,
  { after, batchMax = BATCH_MAX, signal }: SubscribeOptions,
): AsyncGenerator<readonly RecordedEvent[]> {
  let position = after
  const polls = createBackoff({ minMs: POLL_MS_MIN, maxMs: POLL_MS_MAX })
  const retries = createBackoff({ minMs: RETRY_MS_MIN, maxMs: RETRY_MS_MAX })
  while (!signal.aborted) {
    const wakeUps = tail.wakeUps()
    let page: Page | undefined
    try {
      page = await unlessAborted(tail.page(position, batchMax), signal)
    } catch (error) {
      const failure = readFailure(error)
      if (!(failure instanceof StoreUnavailable)) throw failure
      await tail.wokenSince(wakeUps, retries.nextMs(), signal)
      continue
    }
    retries.reset()
    const last = page?.events.at(-1)
    if (page && last) {
      position = last.position
      polls.reset()
      yield page.events
    } else {
      await tail.wokenSince(wakeUps, tail.isListening() ? POLL_MS_LISTENING : polls.nextMs(), signal)
    }
  }
}
