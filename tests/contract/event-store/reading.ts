import { beforeAll, expect, test } from 'vitest'
import type { EventStore, RecordedEvent } from '../../../events/store/event-store.ts'
import { collect, fact, facts, freshStream, longStream, places } from './facts.ts'
import type { ContractPart } from './harness.ts'

const LARGE = 10_000

export const reading: ContractPart = (harness) => {
  let store: EventStore
  let large: string
  beforeAll(async () => {
    store = await harness().open()
    large = await longStream(store, LARGE)
  })

  const revisions = async (stream: string, options: Parameters<EventStore['readStream']>[1]) =>
    (await collect(store.readStream(stream, options))).map(({ revision }) => Number(revision))

  test('a stream that does not exist holds nothing, in either direction', async () => {
    expect(await collect(store.readStream(freshStream()))).toEqual([])
    expect(await collect(store.readStream(freshStream(), { direction: 'backwards' }))).toEqual([])
  })

  test('from a revision, in a direction, at most so many', async () => {
    const stream = freshStream()
    await store.append(stream, 'no_stream', facts(10))
    expect(await revisions(stream, { from: 7n })).toEqual([7, 8, 9])
    expect(await revisions(stream, { from: 2n, limit: 3 })).toEqual([2, 3, 4])
    expect(await revisions(stream, { from: 10n })).toEqual([])
    expect(await revisions(stream, { limit: 0 })).toEqual([])
    expect(await revisions(stream, { direction: 'backwards', limit: 2 })).toEqual([9, 8])
    expect(await revisions(stream, { direction: 'backwards', from: 2n })).toEqual([2, 1, 0])
    expect(await revisions(stream, { direction: 'backwards', from: 99n, limit: 1 })).toEqual([9])
  })

  test('a large stream comes whole and in order, forwards and backwards', async () => {
    const order = Array.from({ length: LARGE }, (_, n) => n)
    expect(await revisions(large, {})).toEqual(order)
    expect(await revisions(large, { direction: 'backwards' })).toEqual(order.toReversed())
    expect(await revisions(large, { from: 4_321n, limit: 1_234 })).toEqual(order.slice(4_321, 5_555))
  })

  test('whoever breaks off holds nothing: others read and append as before', async () => {
    for (let n = 0; n < 100; n++) {
      for await (const event of store.readStream(large)) if (event.revision === 3n) break
      for await (const event of store.readAll()) if (event.position > 0n) break
    }
    const stream = freshStream()
    await store.append(stream, 'no_stream', [fact()])
    expect(await revisions(stream, {})).toEqual([0])
  })

  test('a reader who takes his time sees the whole stream while others append', async () => {
    const stream = await longStream(store, 700)
    let seen = 0
    for await (const event of store.readStream(stream)) {
      expect(event.revision).toBe(BigInt(seen))
      if (seen === 10) await store.append(stream, 699n, facts(5))
      seen += 1
    }
    expect(seen).toBeGreaterThanOrEqual(700)
  })

  test('all streams are read in the order of their positions, after a position, at most so many', async () => {
    const before = await store.head()
    const [one, other] = [freshStream(), freshStream()]
    const first = await store.append(one, 'no_stream', facts(2))
    await store.append(other, 'no_stream', facts(2))
    const last = await store.append(one, 1n, [fact()])
    const all = await collect(store.readAll({ after: before }))
    expect(all.map(({ streamId, revision }) => [streamId, revision])).toEqual([
      [one, 0n],
      [one, 1n],
      [other, 0n],
      [other, 1n],
      [one, 2n],
    ])
    expect(places(await collect(store.readAll({ after: first.position, limit: 2 })))).toEqual(
      places(all.slice(2, 4)),
    )
    expect(await store.head()).toBe(last.position)
    expect(await collect(store.readAll({ after: last.position }))).toEqual([])
    expect(await collect(store.readAll({ after: last.position + 1_000_000n }))).toEqual([])
  })

  test('a scan gives what reading all gives, batch by batch', async () => {
    const before = await store.head()
    await longStream(store, 1_200)
    await store.append(freshStream(), 'no_stream', [fact({ text: 'x'.repeat(300_000) }), ...facts(3)])
    const all = await collect(store.readAll({ after: before }))
    expect(all).toHaveLength(1_204)
    const scanned: RecordedEvent[] = []
    for await (const batch of store.scan({ after: before })) scanned.push(...batch)
    expect(scanned).toEqual(all)
    for await (const batch of store.scan({ after: all.at(-1)?.position ?? 0n }))
      expect([...batch]).toEqual([])
  })

  test('whoever breaks a scan off, at the start or within much, holds nothing', async () => {
    const before = await store.head()
    const large = freshStream()
    for (let n = -1n; n < 19n; n++)
      await store.append(large, n < 0n ? 'no_stream' : n, [fact({ text: 'x'.repeat(400_000) })])
    for (let n = 0; n < 20; n++) {
      let seen = 0
      for await (const batch of store.scan({ after: before })) {
        for (const { streamId } of batch) seen += streamId === large ? 1 : 0
        if (seen > n % 4) break
      }
    }
    await store.append(large, 19n, [fact()])
    expect(await revisions(large, { from: 20n })).toEqual([20])
  })

  test('reading all ends at the head of the call', async () => {
    const before = await store.head()
    const stream = await longStream(store, 1_200)
    let seen = 0
    for await (const event of store.readAll({ after: before })) {
      if (seen === 0) await store.append(stream, 1_199n, facts(3))
      expect(event.streamId).toBe(stream)
      seen += 1
    }
    expect(seen).toBe(1_200)
  })
}
