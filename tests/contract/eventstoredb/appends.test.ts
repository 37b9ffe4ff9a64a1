import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appendUntilKnown } from '../../../events/store/append-until-known.ts'
import {
  IdTaken,
  InvalidEvent,
  OutcomeUnknown,
  StoreUnavailable,
  StreamDeleted,
  WrongExpectedRevision,
} from '../../../events/store/event-store.ts'
import type { StandIn } from '../../support/eventstoredb/server.ts'
import { collect, event, iterate, standIn, stoppedServer, type Fixture } from './fixture.ts'

let fixture: Fixture
let server: StandIn
let open: Fixture['open']

beforeEach(async () => {
  fixture = await standIn()
  ;({ server, open } = fixture)
})

afterEach(() => fixture[Symbol.asyncDispose]())

describe('an append without a certain answer', () => {
  test('is unknown when none comes, and its repetition answers like the first one would have', async () => {
    const store = open({ appendTimeoutMs: 200 })
    await store.head()
    const events = [event(1), event(2)]
    server.faults.allAppends = 'swallow'
    await expect(store.append('a', 'no_stream', events)).rejects.toThrow(OutcomeUnknown)
    server.faults.allAppends = null
    const repeated = await store.append('a', 'no_stream', events)
    expect(repeated).toEqual({ revision: 1n, position: server.log.streams.get('a')?.at(-1)?.position })
    expect(server.log.streams.get('a')).toHaveLength(2)
  })

  test('is sent again by itself, and stored once', async () => {
    const store = open()
    server.faults.nextAppends.push('swallow', 'ignore')
    await expect(store.append('a', 'no_stream', [event(1)])).resolves.toMatchObject({ revision: 0n })
    expect(server.calls.appends).toBe(3)
    expect(server.log.streams.get('a')).toHaveLength(1)
  })

  test('that is dropped, because the same is stored and not yet indexed, is answered as soon as it is', async () => {
    // Shorter than the time after which the server gives up the dropped append.
    const [one, other] = [open({ appendTimeoutMs: 1_500 }), open({ appendTimeoutMs: 1_500 })]
    server.log.indexLagMs = 100
    const events = [event(1), event(2)]
    const sent = [one, other, other].map((store) => store.append('a', 'no_stream', events))
    const answers = await Promise.all(sent)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(server.log.streams.get('a')).toHaveLength(2)
  })

  test.each(['busy', 'not_ready'] as const)('is sent again when the server is %s', async (fault) => {
    const store = open()
    server.faults.nextAppends.push(fault, fault)
    await expect(store.append('a', 'no_stream', [event(1)])).resolves.toMatchObject({ revision: 0n })
  })

  test('is unknown in time when the cluster does not say who leads it, and nothing was sent', async () => {
    server.faults.silentGossip = true
    const connectionString = `esdb+discover://127.0.0.1:${server.port}?tls=false&gossipTimeout=1&maxDiscoverAttempts=1`
    const store = open({ connectionString, appendTimeoutMs: 200 })
    await expect(store.append('a', 'no_stream', [event(1)])).rejects.toThrow(StoreUnavailable)
    expect(server.calls.appends).toBe(0)
  })

  test('is unknown when the connection breaks, and unavailable when there was none', async () => {
    const store = open({ appendTimeoutMs: 500 })
    server.faults.nextAppends.push('hold')
    const broken = store.append('a', 'no_stream', [event(1)])
    await expect.poll(() => server.faults.held).toBe(1)
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

  test('goes on over a new connection when the old one breaks', async () => {
    const store = open()
    server.faults.nextAppends.push('hold')
    const appending = store.append('a', 'no_stream', [event(1)])
    await expect.poll(() => server.faults.held).toBe(1)
    server.kill()
    await server.start()
    await expect(appending).resolves.toMatchObject({ revision: 0n })
    expect(server.log.streams.get('a')).toHaveLength(1)
  })

  test('goes on when the server ends the call that all go over, as one does that shuts down', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(1)])
    server.endBatchStreams()
    await expect(store.append('a', 0n, [event(2)])).resolves.toMatchObject({ revision: 1n })
  })

  test('was not sent when a process takes the connection and answers nothing, as one does that is stopped', async () => {
    await using stopped = await stoppedServer()
    const store = open({ connectionString: stopped.connectionString })
    await expect(store.append('a', 'no_stream', [event(1)])).rejects.toThrow(StoreUnavailable)
  })

  test('is repeated under load while connections break, and every event is stored once', async () => {
    const store = open({ appendTimeoutMs: 1_000 })
    const writers = Array.from({ length: 64 }, async (_, writer) => {
      for (let n = 0; n < 20; n += 1) {
        const expected = n === 0 ? 'no_stream' : BigInt(n - 1)
        const events = [event(n)]
        const append = () => store.append(`w-${writer}`, expected, events)
        await vi.waitFor(() => appendUntilKnown(append), { timeout: 20_000 })
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
    const changing = event(2)
    server.faults.nextAppends.push('ignore')
    const appending = store.append('a', 'no_stream', [changing])
    Object.assign(changing.data, { n: 1n })
    await appending
    expect((await collect(store.readStream('a')))[0]?.data).toEqual({ n: 2 })
  })

  test('never expects a negative revision', async () => {
    await expect(open().append('a', -1n, [event(1)])).rejects.toThrow(InvalidEvent)
    expect(server.calls.appends).toBe(0)
  })

  test('is refused for good when the stream was deleted', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(1)])
    server.log.tombstone('a')
    await expect(store.append('a', 0n, [event(2)])).rejects.toThrow(StreamDeleted)
  })

  test('is not understood by a server from before batches, and that is said', async () => {
    server.faults.noBatches = true
    await expect(open().append('a', 'no_stream', [event(1)])).rejects.toThrow(
      /version 22.6 or later is needed/,
    )
  })

  test('is invalid when the server finds it too large', async () => {
    server.log.maxAppendSize = 1_000
    const large = event(1, { data: { text: 'x'.repeat(2_000) } })
    await expect(open().append('a', 'no_stream', [large])).rejects.toThrow(InvalidEvent)
    expect(server.log.streams.has('a')).toBe(false)
  })
})

test('closing answers what is on its way, refuses what comes, and leaves no connection', async () => {
  const store = open()
  server.faults.nextAppends.push('hold')
  const appending = store.append('a', 'no_stream', [event(1)])
  const batches = iterate(store)
  const waiting = batches.next()
  await expect.poll(() => server.faults.held).toBe(1)
  server.faults.release()
  await expect(appending).resolves.toMatchObject({ revision: 0n })
  await waiting
  const last = batches.next()
  await store.close()
  expect(await last).toMatchObject({ done: true })
  await expect(store.append('a', 0n, [event(2)])).rejects.toThrow(StoreUnavailable)
  await expect(store.head()).rejects.toThrow(StoreUnavailable)
  await expect(collect(store.readStream('a'))).rejects.toThrow(StoreUnavailable)
  await expect.poll(() => server.reads.size).toBe(0)
})

test('a refusal names where the stream is', async () => {
  const store = open()
  await store.append('a', 'no_stream', [event(1), event(2)])
  await expect(store.append('a', 5n, [event(3)])).rejects.toMatchObject({ expected: 5n, actual: 1n })
  await expect(store.append('b', 5n, [event(3)])).rejects.toMatchObject({ expected: 5n, actual: 'no_stream' })
  await expect(store.append('a', 0n, [event(3)])).rejects.toThrow(WrongExpectedRevision)
})

test('appends that are answered together are read back together, and each has its own outcome', async () => {
  const [store, other] = [open(), open()]
  const events = Array.from({ length: 20 }, (_, n) => event(n))
  await other.append('s-7', 'no_stream', [{ ...event(0), id: events[7]?.id ?? '' }])
  const reads = server.calls.reads
  const outcomes = await Promise.allSettled(
    events.map((one, n) => store.append(`s-${n}`, 'no_stream', [one])),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    events.map((_, n) => (n === 7 ? 'rejected' : 'fulfilled')),
  )
  expect(outcomes[7]).toMatchObject({ reason: expect.any(IdTaken) })
  expect(server.calls.reads - reads).toBeLessThan(events.length / 2)
})
