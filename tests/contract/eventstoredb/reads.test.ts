import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreUnavailable, StreamDeleted, UnreadableEvent } from '../../../events/store/event-store.ts'
import { inspect } from '../../../events/store/eventstoredb/inspect.ts'
import { systemEvent } from '../../support/eventstoredb/log.ts'
import type { StandIn } from '../../support/eventstoredb/server.ts'
import { collect, event, standIn, type Fixture } from './fixture.ts'

let fixture: Fixture
let server: StandIn
let open: Fixture['open']

beforeEach(async () => {
  fixture = await standIn()
  ;({ server, open } = fixture)
})

afterEach(() => fixture[Symbol.asyncDispose]())

describe('reads', () => {
  test('of one stream report positions, without asking for them by appending', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(0), event(1)])
    await store.append('b', 'no_stream', [event(2)])
    await store.append('a', 1n, [event(3)])
    const appends = server.calls.appends
    const all = (await collect(store.readAll())).filter(({ streamId }) => streamId === 'a')
    expect(await collect(store.readStream('a'))).toEqual(all)
    expect(await collect(store.readStream('a', { direction: 'backwards' }))).toEqual(all.toReversed())
    expect(server.calls.appends).toBe(appends)
  })

  test('of a server that leaves positions out say that it is too old', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(0)])
    server.faults.noPositions = true
    await expect(collect(store.readStream('a'))).rejects.toThrow(
      /leaves out positions .* version 22.6 or later/,
    )
  })

  test('of a stream that was deleted for good say so, instead of to try again', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(0)])
    server.log.tombstone('a')
    await expect(collect(store.readStream('a'))).rejects.toThrow(StreamDeleted)
  })

  test('pass over what somebody else wrote as bytes, and stop at JSON of ours that is damaged', async () => {
    const store = open()
    const foreign = (contentType: string) => ({
      id: randomUUID(),
      type: 'Foreign',
      contentType,
      data: Buffer.from([0xff, 0xfe]),
      metadata: Buffer.alloc(0),
    })
    await store.append('a', 'no_stream', [event(0)])
    server.log.append('foreign', 'any', [foreign('application/octet-stream')])
    const { position } = await store.append('a', 0n, [event(1)])
    server.log.append('foreign', 'any', [foreign('application/octet-stream')])
    expect(await collect(store.readAll())).toHaveLength(2)
    expect(await store.head()).toBe(position)
    server.log.append('foreign', 'any', [foreign('application/json')])
    await store.append('a', 1n, [event(2)])
    await expect(collect(store.readAll())).rejects.toThrow(UnreadableEvent)
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
    await expect.poll(() => server.reads.size).toBe(0)
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
    await expect.poll(() => server.reads.size).toBe(0)
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

describe('looking the database through', () => {
  const look = () =>
    inspect(server.connectionString, {
      prefixes: ['wallet-', 'bill-'],
      signal: new AbortController().signal,
    })
  const settings = (streamId: string, data: string) =>
    server.log.append(`$$${streamId}`, 'any', [systemEvent('$metadata', data)])

  test('finds streams that were told to let events go, whatever else the database keeps', async () => {
    settings('$scavenges', '{"$maxAge":2592000}')
    settings('wallet-ada', '{"$maxCount":10}')
    settings('wallet-grace', '{"$maxAge":60}')
    settings('wallet-grace', '{"$acl":{}}')
    await open().append('wallet-ada', 'no_stream', [event(1)])
    expect(await look()).toEqual({
      forgetting: [{ streamId: 'wallet-ada', setting: '$maxCount' }],
      foreign: null,
    })
  })

  test.each(['{}', '[]'])('finds the first event of somebody else (%s)', async (data) => {
    const foreign = () => server.log.append('casino-1', 'any', [systemEvent('Foreign', data)])
    await open().append('bill-1', 'no_stream', [event(1)])
    foreign()
    const position = server.log.streams.get('casino-1')?.[0]?.position
    await open().append('wallet-ada', 'no_stream', [event(1)])
    foreign()
    expect(await look()).toMatchObject({ foreign: { streamId: 'casino-1', position } })
  })
})
