import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appendUntilKnown } from '../../events/store/append-until-known.ts'
import {
  InvalidEvent,
  OutcomeUnknown,
  StoreUnavailable,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
  type RecordedEvent,
} from '../../events/store/event-store.ts'
import { createEventStoreDbStore, type EventStoreDbOptions } from '../../events/store/eventstoredb/store.ts'
import { startStandIn, type StandIn } from '../support/eventstoredb/server.ts'

const event = (n: number, more: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'Counted',
  data: { n },
  metadata: {},
  ...more,
})

const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const ids = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id)

/** How a promise ended: `'stored'` or the name of its error. */
const endings = async (promises: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map((one) =>
    one.status === 'fulfilled' ? 'stored' : one.reason instanceof Error ? one.reason.name : one.reason,
  )

const iterate = (store: EventStore) =>
  store.subscribe({ after: 0n, signal: new AbortController().signal })[Symbol.asyncIterator]()

let server: StandIn
let stores: EventStore[]

const open = (options: Partial<EventStoreDbOptions> = {}): EventStore => {
  const store = createEventStoreDbStore({ connectionString: server.connectionString, ...options })
  stores.push(store)
  return store
}

beforeEach(async () => {
  server = await startStandIn()
  stores = []
})

afterEach(async () => {
  server.faults.release()
  await Promise.all(stores.map((store) => store.close()))
  server.kill()
})

describe('the stream that appends of all clients in a process share', () => {
  test('is not used', async () => {
    await open().append('a', 'no_stream', [event(1)])
    expect(server.calls).toEqual({ append: 1, batchAppend: 0 })
  })

  test('may end cleanly', async () => {
    const store = open({ appendTimeoutMs: 2_000 })
    await store.append('a', 'no_stream', [event(1)])
    server.endBatchStreams()
    await expect(store.append('a', 0n, [event(2)])).resolves.toMatchObject({ revision: 1n })
  })

  test('may break at another client of the process, and its late answers may be lost', async () => {
    const other = await startStandIn()
    const neighbour = EventStoreDBClient.connectionString(other.connectionString)
    other.faults.nextAppends.push('swallow')
    const lost = neighbour.appendToStream('n', jsonEvent({ type: 'Counted', data: {} }))
    await vi.waitFor(() => expect(other.log.streams.has('n')).toBe(true))

    server.faults.nextAppends.push('hold')
    const ours = open().append('a', 'no_stream', [event(1)])
    await vi.waitFor(() => expect(server.faults.held).toBe(1))
    other.kill()
    await expect(lost).rejects.toThrow()
    server.faults.release()
    await expect(ours).resolves.toMatchObject({ revision: 0n })
    await neighbour.dispose()
  })
})

describe('an append without a certain answer', () => {
  test('is unknown when none comes, and its repetition answers like the first one would have', async () => {
    const store = open({ appendTimeoutMs: 200 })
    const events = [event(1), event(2)]
    server.faults.nextAppends.push('swallow')
    await expect(store.append('a', 'no_stream', events)).rejects.toThrow(OutcomeUnknown)
    const repeated = await store.append('a', 'no_stream', events)
    expect(repeated).toEqual({ revision: 1n, position: server.log.streams.get('a')?.at(-1)?.position })
    expect(server.log.streams.get('a')).toHaveLength(2)
    await vi.waitFor(() => expect(server.appends.size).toBe(0))
  })

  test('is unknown in time even when the cluster does not say who leads it', async () => {
    server.faults.silentGossip = true
    const connectionString = `esdb+discover://127.0.0.1:${server.port}?tls=false`
    const store = open({ connectionString, appendTimeoutMs: 200 })
    const begun = performance.now()
    await expect(store.append('a', 'no_stream', [event(1)])).rejects.toThrow(OutcomeUnknown)
    expect(performance.now() - begun).toBeLessThan(3_000)
    server.kill()
  })

  test('is unknown when the server says that it is busy', async () => {
    const store = open()
    const events = [event(1)]
    server.faults.nextAppends.push('busy')
    await expect(store.append('a', 'no_stream', events)).rejects.toThrow(OutcomeUnknown)
    await expect(store.append('a', 'no_stream', events)).resolves.toMatchObject({ revision: 0n })
  })

  test('is unknown when the connection breaks, and unavailable when there was none', async () => {
    const store = open()
    server.faults.nextAppends.push('hold')
    const broken = store.append('a', 'no_stream', [event(1)])
    await vi.waitFor(() => expect(server.faults.held).toBe(1))
    server.kill()
    await expect(broken).rejects.toThrow(OutcomeUnknown)
    await expect(store.append('b', 'no_stream', [event(2)])).rejects.toThrow(StoreUnavailable)
    await expect(store.head()).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readStream('a'))).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readAll())).rejects.toThrow(StoreUnavailable)
    await server.start()
    await vi.waitFor(() => store.append('b', 'no_stream', [event(3)]), { timeout: 5_000 })
    expect(server.log.streams.get('b')).toHaveLength(1)
  })

  test('is repeated under load while connections break, and every event is stored once', async () => {
    const store = open({ appendTimeoutMs: 1_000 })
    const writers = Array.from({ length: 64 }, async (_, writer) => {
      for (let n = 0; n < 20; n += 1) {
        const expected = n === 0 ? 'no_stream' : BigInt(n - 1)
        const events = [event(n)]
        await vi.waitFor(() => appendUntilKnown(store, `w-${writer}`, expected, events), { timeout: 20_000 })
      }
    })
    const done = Promise.all(writers)
    let breaks = 0
    server.log.changes.on('appended', () => {
      if (server.log.events.length < breaks * 150 + 100 || breaks === 8) return
      breaks += 1
      server.kill()
      void server.start()
    })
    await done
    expect(breaks).toBe(8)
    for (let writer = 0; writer < 64; writer += 1) {
      const stored = (server.log.streams.get(`w-${writer}`) ?? []).map(({ data }) =>
        Buffer.from(data).toString(),
      )
      expect(stored).toEqual(Array.from({ length: 20 }, (_, n) => JSON.stringify({ n })))
    }
  })
})

describe('what is sent', () => {
  test('is refused before, when it cannot be serialised, and nothing hangs', async () => {
    const store = open()
    const broken = event(1)
    Object.assign(broken.data, { amount: 1n })
    await expect(store.append('a', 'no_stream', [broken])).rejects.toThrow(InvalidEvent)
    await expect(store.append('a', 'no_stream', [event(1)])).resolves.toMatchObject({ revision: 0n })
  })

  test('is what was given, whatever the caller does to it while it waits', async () => {
    const store = open()
    server.faults.nextAppends.push('hold')
    const first = store.append('a', 'no_stream', [event(1)])
    const changing = event(2)
    const second = store.append('a', 0n, [changing])
    Object.assign(changing.data, { n: 1n })
    await vi.waitFor(() => expect(server.faults.held).toBe(1))
    server.faults.release()
    await Promise.all([first, second])
    expect((await collect(store.readStream('a')))[1]?.data).toEqual({ n: 2 })
  })

  test('never expects a negative revision', async () => {
    await expect(open().append('a', -1n, [event(1)])).rejects.toThrow(InvalidEvent)
    expect(server.calls.append).toBe(0)
  })

  test('is invalid when the server finds it too large', async () => {
    server.log.maxAppendSize = 1_000
    const large = event(1, { data: { text: 'x'.repeat(2_000) } })
    await expect(open().append('a', 'no_stream', [large])).rejects.toThrow(InvalidEvent)
    expect(server.log.streams.has('a')).toBe(false)
  })
})

describe('appends to one stream that come before the last is answered', () => {
  test('go to the server together, and each is answered with its own end', async () => {
    const store = open()
    server.faults.nextAppends.push('hold')
    const appends = [store.append('a', 'no_stream', [event(0)])]
    for (let n = 1; n <= 8; n += 2) appends.push(store.append('a', BigInt(n - 1), [event(n), event(n + 1)]))
    await vi.waitFor(() => expect(server.faults.held).toBe(1))
    server.faults.release()
    const ends = await Promise.all(appends)
    const stored = await collect(store.readAll())
    expect(ends.map(({ revision }) => revision)).toEqual([0n, 2n, 4n, 6n, 8n])
    for (const { revision, position } of ends) expect(stored[Number(revision)]?.position).toBe(position)
    const appendedTogether = server.log.streams.get('a')?.slice(1) ?? []
    expect(new Set(appendedTogether.map(({ createdTicks }) => createdTicks)).size).toBe(1)
  })

  test('fail with the one they rest on, even when somebody else made their revision true', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(0)])
    await open().append('a', 0n, [event(1)])
    const appends = [store.append('a', 0n, [event(2)]), store.append('a', 1n, [event(3)])]
    expect(await endings(appends)).toEqual(['WrongExpectedRevision', 'WrongExpectedRevision'])
    expect(server.log.streams.get('a')).toHaveLength(2)
  })

  test('fail when it is unknown whether the one they rest on is stored', async () => {
    const store = open({ appendTimeoutMs: 200 })
    server.faults.nextAppends.push('ignore')
    const appends = [store.append('a', 'no_stream', [event(0)]), store.append('a', 0n, [event(1)])]
    expect(await endings(appends)).toEqual(['OutcomeUnknown', 'WrongExpectedRevision'])
    expect(server.log.streams.has('a')).toBe(false)
  })

  test('are recognised when repeated, however the first try was grouped', async () => {
    const first = [event(0)]
    const second = [event(1), event(2)]
    const third = [event(3)]
    const earlier = open()
    await earlier.append('a', 'no_stream', first)
    const stored = await earlier.append('a', 0n, second)

    const store = open()
    server.faults.nextAppends.push('hold')
    const again = store.append('a', 'no_stream', first)
    const chain = [store.append('a', 0n, second), store.append('a', 2n, third)]
    await vi.waitFor(() => expect(server.faults.held).toBe(1))
    server.faults.release()
    await expect(again).resolves.toMatchObject({ revision: 0n })
    await expect(chain[0]).resolves.toEqual(stored)
    await expect(chain[1]).resolves.toMatchObject({ revision: 3n })
    expect(server.log.streams.get('a')?.map(({ id }) => id)).toEqual(ids([...first, ...second, ...third]))
  })

  test('go one after the other when they contradict each other', async () => {
    const store = open()
    const appends = [store.append('a', 'no_stream', [event(0)]), store.append('a', 'no_stream', [event(1)])]
    expect(await endings(appends)).toEqual(['stored', 'WrongExpectedRevision'])
  })

  test('are split where they would be too large together', async () => {
    const store = open()
    const large = 'x'.repeat(300_000)
    const appends = Array.from({ length: 8 }, (_, n) =>
      store.append('a', n === 0 ? 'no_stream' : BigInt(n - 1), [event(n, { data: { large } })]),
    )
    expect(new Set(await endings(appends))).toEqual(new Set(['stored']))
    expect(server.log.streams.get('a')).toHaveLength(8)
  })
})

describe('reads', () => {
  test('of one stream report positions although the server leaves them out', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(0), event(1)])
    await store.append('b', 'no_stream', [event(2)])
    await store.append('a', 1n, [event(3)])
    const all = (await collect(store.readAll())).filter(({ streamId }) => streamId === 'a')
    expect(await collect(store.readStream('a'))).toEqual(all)
    expect(await collect(store.readStream('a', { direction: 'backwards' }))).toEqual(all.toReversed())
    expect(server.log.streams.get('a')).toHaveLength(3)
  })

  test('leave nothing open when the consumer has enough', async () => {
    const store = open()
    const many = Array.from({ length: 1_800 }, (_, n) => event(n, { data: { text: 'x'.repeat(400) } }))
    await store.append('a', 'no_stream', many)
    for await (const recorded of store.readAll()) {
      expect(recorded.revision).toBe(0n)
      break
    }
    for await (const recorded of store.readStream('a')) {
      expect(recorded.revision).toBe(0n)
      break
    }
    for await (const batch of store.subscribe({ after: 0n, signal: new AbortController().signal })) {
      expect(batch[0]?.revision).toBe(0n)
      break
    }
    await vi.waitFor(() => expect(server.reads.size).toBe(0))
  })

  test('give up when the server is silent', async () => {
    const store = open({ readTimeoutMs: 200 })
    server.faults.silentReads = true
    await expect(store.head()).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readStream('a'))).rejects.toThrow(StoreUnavailable)
    await expect(collect(store.readAll())).rejects.toThrow(StoreUnavailable)
  })

  test('fail instead of ending early when the store closes in the middle', async () => {
    const store = open()
    const many = Array.from({ length: 1_800 }, (_, n) => event(n, { data: { text: 'x'.repeat(400) } }))
    await store.append('a', 'no_stream', many)
    const reading = store.readAll()[Symbol.asyncIterator]()
    await reading.next()
    const closed = store.close()
    await expect(
      (async () => {
        while (!(await reading.next()).done);
      })(),
    ).rejects.toThrow(StoreUnavailable)
    await closed
    await vi.waitFor(() => expect(server.reads.size).toBe(0))
  })

  test('fail when the server ends them early, as one that shuts down does', async () => {
    const store = open()
    const many = Array.from({ length: 1_800 }, (_, n) => event(n, { data: { text: 'x'.repeat(400) } }))
    await store.append('a', 'no_stream', many)
    const reading = store.readAll()[Symbol.asyncIterator]()
    await reading.next()
    for (const read of server.reads) read.end()
    await expect(
      (async () => {
        while (!(await reading.next()).done);
      })(),
    ).rejects.toThrow(StoreUnavailable)
  })

  test('find the last event behind what the database wrote for itself', async () => {
    const store = open()
    expect(await store.head()).toBe(0n)
    const { position } = await store.append('a', 'no_stream', [event(0)])
    for (let n = 0; n < 100; n += 1) {
      server.log.append('$stats', 'any', [
        {
          id: randomUUID(),
          type: '$statsCollected',
          contentType: 'application/json',
          data: Buffer.from('{}'),
          metadata: Buffer.alloc(0),
        },
      ])
    }
    expect(await store.head()).toBe(position)
    expect(await store.head()).toBe(position)
    expect(await collect(store.readAll())).toHaveLength(1)
  })
})

describe('a subscription', () => {
  const take = async (batches: AsyncIterator<readonly RecordedEvent[]>, count: number) => {
    const taken: RecordedEvent[] = []
    while (taken.length < count) {
      const next = await batches.next()
      if (next.done) break
      taken.push(...next.value)
    }
    return taken
  }

  test('goes on after the last delivered event when the server ends it cleanly', async () => {
    const store = open()
    const stop = new AbortController()
    const batches = store.subscribe({ after: 0n, signal: stop.signal })[Symbol.asyncIterator]()
    const delivered: string[] = []
    for (let round = 0; round < 3; round += 1) {
      const events = [event(round), event(round)]
      await store.append(`s-${round}`, 'no_stream', events)
      delivered.push(...ids(await take(batches, 2)))
      for (const read of server.reads) if (read.subscription) read.end()
    }
    const stored = server.log.events.filter(({ type }) => type === 'Counted')
    expect(delivered).toEqual(ids(stored))
    stop.abort()
    expect(await batches.next()).toMatchObject({ done: true })
  })

  test('goes on after the last delivered event when the connection breaks', async () => {
    const store = open()
    const batches = iterate(store)
    const events = [event(0), event(1)]
    await store.append('s', 'no_stream', events.slice(0, 1))
    const delivered = await take(batches, 1)
    server.kill()
    await server.start()
    await open().append('s', 0n, events.slice(1))
    delivered.push(...(await take(batches, 1)))
    expect(ids(delivered)).toEqual(ids(events))
    await batches.return?.()
  })

  test('begins when there is a server at last', async () => {
    const store = open()
    server.kill()
    const batches = iterate(store)
    const first = take(batches, 1)
    await server.start()
    await vi.waitFor(() => store.append('a', 'no_stream', [event(1)]), { timeout: 5_000 })
    expect(await first).toHaveLength(1)
    await batches.return?.()
  })

  test('that nobody asks for more stops the server, and nothing else', async () => {
    const store = open()
    const text = 'x'.repeat(500)
    for (let n = 0; n < 20; n += 1) {
      const events = Array.from({ length: 1_000 }, (_, i) => event(i, { data: { text } }))
      await store.append(`s-${n}`, 'no_stream', events)
    }
    const batches = store.subscribe({ after: 0n, batchMax: 10, signal: new AbortController().signal })
    const iterator = batches[Symbol.asyncIterator]()
    expect((await iterator.next()).value).not.toHaveLength(0)
    const [subscription] = [...server.reads].filter((read) => read.subscription)
    for (let n = 0; n < 200; n += 1)
      await store.append('t', n === 0 ? 'no_stream' : BigInt(n - 1), [event(n)])
    expect(subscription?.written).toBeLessThan(5_000)
    await iterator.return?.()
  })
})

test('closing answers what is on its way, refuses what comes, and leaves no connection', async () => {
  const store = open()
  server.faults.nextAppends.push('hold')
  const appending = store.append('a', 'no_stream', [event(1)])
  const batches = iterate(store)
  const waiting = batches.next()
  await vi.waitFor(() => expect(server.faults.held).toBe(1))
  server.faults.release()
  await expect(appending).resolves.toMatchObject({ revision: 0n })
  await waiting
  const last = batches.next()
  await store.close()
  expect(await last).toMatchObject({ done: true })
  await expect(store.append('a', 0n, [event(2)])).rejects.toThrow(StoreUnavailable)
  await expect(store.head()).rejects.toThrow(StoreUnavailable)
  await expect(collect(store.readStream('a'))).rejects.toThrow(StoreUnavailable)
  await vi.waitFor(() => expect(server.reads.size).toBe(0))
})

test('a refusal names where the stream is', async () => {
  const store = open()
  await store.append('a', 'no_stream', [event(1), event(2)])
  await expect(store.append('a', 5n, [event(3)])).rejects.toMatchObject({ expected: 5n, actual: 1n })
  await expect(store.append('b', 5n, [event(3)])).rejects.toMatchObject({ expected: 5n, actual: 'no_stream' })
  await expect(store.append('a', 0n, [event(3)])).rejects.toThrow(WrongExpectedRevision)
})
