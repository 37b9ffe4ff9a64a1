import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  IdTaken,
  type Appended,
  type EventStore,
  type JsonObject,
  type NewEvent,
  type RecordedEvent,
} from '../../../events/store/event-store.ts'

export const freshStream = (): string => `wallet-${randomUUID()}`

export const fact = (data: JsonObject = { amount: '2500' }, type = 'DepositCredited'): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { actor: 'member-1' },
})

/** `count` numbered events. */
export const facts = (count: number): NewEvent[] => Array.from({ length: count }, (_, n) => fact({ n }))

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map((event) => event.id)

/** Stream, revision and id of each event, as text. */
export const places = (events: readonly RecordedEvent[]): string[] =>
  events.map((event) => `${event.streamId}@${event.revision} ${event.id}`)

/** Creates a stream of `count` events, appended in batches of 100. */
export const longStream = async (store: EventStore, count: number): Promise<string> => {
  const stream = freshStream()
  let last: Appended | undefined
  for (let done = 0; done < count; done += 100) {
    const part = facts(Math.min(100, count - done))
    last = await store.append(stream, last?.revision ?? 'no_stream', part)
  }
  return stream
}

export interface Follower {
  readonly events: RecordedEvent[]
  /** Resolves when at least `count` events have arrived. */
  readonly until: (count: number) => Promise<void>
  /** Rejects when the subscription fails. */
  readonly ended: Promise<void>
  /** Aborts the subscription and waits for its end; rejects if it failed. */
  readonly stop: () => Promise<void>
}

/** A subscriber that collects all events in the order of delivery. */
export const follow = (store: EventStore, after: bigint, batchMax?: number): Follower => {
  const events: RecordedEvent[] = []
  const control = new AbortController()
  const options = { after, signal: control.signal, ...(batchMax && { batchMax }) }
  const ended = (async () => {
    for await (const batch of store.subscribe(options)) {
      expect(batch.length).toBeGreaterThan(0)
      events.push(...batch)
    }
  })()
  ended.catch(() => {}) // reported by `until` or `stop`
  return {
    events,
    ended,
    until: async (count) => {
      const arrived = expect.poll(() => events.length, { timeout: 60_000, interval: 20 })
      await Promise.race([arrived.toBeGreaterThanOrEqual(count), ended])
    },
    stop: async () => {
      control.abort()
      await ended
    },
  }
}

/**
 * Expects of an identical append, sent again, what the contract says: the answer of the first one, or that the events
 * are stored already, with the place of the first of them.
 */
export const expectRepeated = async (
  again: Promise<Appended>,
  first: Appended,
  events: readonly NewEvent[],
): Promise<void> => {
  const outcome = await again.catch((error: unknown) => error)
  if (!(outcome instanceof IdTaken)) return expect(outcome).toEqual(first)
  return expect(outcome.revision).toBe(first.revision - BigInt(events.length - 1))
}
