import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RecordedEvent } from '../../../events/store/event-store.ts'
import type { StandIn } from '../../support/eventstoredb/server.ts'
import { event, ids, iterate, standIn, type Fixture } from './fixture.ts'

let fixture: Fixture
let server: StandIn
let open: Fixture['open']

beforeEach(async () => {
  fixture = await standIn()
  ;({ server, open } = fixture)
})

afterEach(() => fixture[Symbol.asyncDispose]())

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
