import { setTimeout as sleep } from 'node:timers/promises'
import { NotLeaderError } from '@eventstore/db-client'
import { createBackoff } from '../../backoff.ts'
import { UnreadableEvent, type RecordedEvent, type SubscribeOptions } from '../event-store.ts'
import { assertPosition, NOT_SYSTEM, readBatches, type ReadContext } from './reads.ts'
import { PositionMissing } from './recorded.ts'

const BATCH_MAX = 500
const WAIT_MIN_MS = 50
const WAIT_MAX_MS = 2_000

/**
 * See `EventStore`. A broken connection ends the server's stream with an error; a server that shuts down ends it as
 * if everything had been read. In both cases, and if subscribing failed, a new subscription starts after the last
 * event delivered, after a pause that doubles up to 2 seconds as long as nothing arrives.
 * @throws {NoSuchPosition} no event stands at `after`: it would be tried in vain for ever
 */
export async function* subscribe(
  context: ReadContext,
  { after, batchMax = BATCH_MAX, signal }: SubscribeOptions,
): AsyncGenerator<readonly RecordedEvent[]> {
  const ended = AbortSignal.any([context.closing, signal])
  let last = after
  const backoff = createBackoff({ minMs: WAIT_MIN_MS, maxMs: WAIT_MAX_MS, spread: 0.5 })
  while (!ended.aborted) {
    const from = last === 0n ? 'start' : last
    const request = { all: 'forwards', from, limit: 'subscribe', types: NOT_SYSTEM } as const
    try {
      for await (const batch of readBatches(context, request, { signal: ended })) {
        const events = batch.filter(({ position }) => position > last)
        for (let begin = 0; begin < events.length && !ended.aborted; begin += batchMax) {
          const some = events.slice(begin, begin + batchMax)
          backoff.reset()
          last = some.at(-1)?.position ?? last
          yield some
        }
      }
    } catch (error) {
      if (error instanceof UnreadableEvent || error instanceof PositionMissing) throw error
      if (last === after && after > 0n) await assertPosition(context, after)
      if (error instanceof NotLeaderError) backoff.reset()
    }
    await sleep(backoff.nextMs(), undefined, { signal: ended }).catch(() => {})
  }
}
