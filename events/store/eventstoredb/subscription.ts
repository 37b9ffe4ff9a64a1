import { setTimeout as sleep } from 'node:timers/promises'
import { START, excludeSystemEvents, type EventStoreDBClient } from '@eventstore/db-client'
import { InvalidEvent, type RecordedEvent, type SubscribeOptions } from '../event-store.ts'
import { fromServer, isSystemEvent, withPlace } from './events.ts'
import { pull } from './pull.ts'

const BATCH_MAX = 500
/** How many events, of up to 1 MB each, wait in memory for a slow consumer. */
const READ_AHEAD_MAX = 32
const WAIT_MIN_MS = 50
const WAIT_MAX_MS = 5_000
/** The server reports how far it has searched every so many events; nobody listens, so rarely. */
const CHECKPOINT_INTERVAL = 32

/**
 * See the port. The client never subscribes again by itself: a broken connection ends its stream with an
 * error, a server that shuts down ends it as if all had been read. Both, and a subscription that could not
 * be made, lead to a new one after the last event that was delivered, after a pause that doubles up to
 * 5 seconds as long as nothing arrives.
 */
export async function* subscribe(
  client: EventStoreDBClient,
  closing: AbortSignal,
  { after, batchMax = BATCH_MAX, signal }: SubscribeOptions,
): AsyncGenerator<readonly RecordedEvent[]> {
  const ended = AbortSignal.any([closing, signal])
  let last = after
  let waitMs = WAIT_MIN_MS
  while (!ended.aborted) {
    const stream = client.subscribeToAll(
      {
        fromPosition: last === 0n ? START : { commit: last, prepare: last },
        filter: excludeSystemEvents({ checkpointInterval: CHECKPOINT_INTERVAL }),
      },
      { highWaterMark: Math.min(batchMax, READ_AHEAD_MAX) },
    )
    const pulling = { cancel: () => stream.unsubscribe(), batchMax, signal: ended }
    try {
      for await (const batch of pull(stream, pulling)) {
        const events = batch
          .filter((event) => !isSystemEvent(event))
          .map((event) => withPlace(fromServer(event)))
          .filter(({ position }) => position > last)
        const newest = events.at(-1)
        if (!newest) continue
        waitMs = WAIT_MIN_MS
        last = newest.position
        yield events
      }
    } catch (error) {
      if (error instanceof InvalidEvent) throw error
    }
    await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal: ended }).catch(() => {})
    waitMs = Math.min(waitMs * 2, WAIT_MAX_MS)
  }
}
