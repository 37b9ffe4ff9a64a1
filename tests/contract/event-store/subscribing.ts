import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { NoSuchPosition, type EventStore } from '../../../events/store/event-store.ts'
import { collect, fact, facts, follow, freshStream, longStream, places } from './facts.ts'
import type { ContractPart } from './harness.ts'

const memoryInUse = (): number => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Waits until memory use is stable: memory outside the heap is released only some time after collection. */
const memoryAtRest = async (): Promise<number> => {
  let least = memoryInUse()
  for (let unchanged = 0; unchanged < 5; unchanged += 1) {
    await sleep(50)
    const now = memoryInUse()
    if (now < least - 1_000_000) unchanged = 0
    least = Math.min(least, now)
  }
  return least
}

export const subscribing: ContractPart = (harness) => {
  let store: EventStore
  beforeAll(async () => {
    store = await harness().open()
  })

  test('first what is there, then what comes, after the given position', async () => {
    const stream = freshStream()
    const { position } = await store.append(stream, 'no_stream', [fact()])
    await store.append(stream, 0n, facts(2))
    const tail = follow(store, position)
    await tail.until(2)
    await store.append(stream, 2n, [fact()])
    await tail.until(3)
    await tail.stop()
    expect(tail.events.map(({ revision }) => revision)).toEqual([1n, 2n, 3n])
  })

  test('a position at which no event stands is refused, where there are such', async () => {
    const { position } = await store.append(freshStream(), 'no_stream', [fact(), fact()])
    await store.append(freshStream(), 'no_stream', [fact()])
    const wrong = position - 1n
    if (harness().dense) return expect(await collect(store.readAll({ after: wrong }))).toHaveLength(2)
    await expect(collect(store.readAll({ after: wrong }))).rejects.toThrow(NoSuchPosition)
    await expect(follow(store, wrong).ended).rejects.toThrow(NoSuchPosition)
  })

  test('batches are no larger than asked for', async () => {
    const before = await store.head()
    await longStream(store, 95)
    const control = new AbortController()
    const sizes: number[] = []
    for await (const batch of store.subscribe({ after: before, batchMax: 10, signal: control.signal })) {
      sizes.push(batch.length)
      if (sizes.reduce((sum, size) => sum + size) === 95) control.abort()
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10)
  })

  test('who is busy between batches finds in the next one what has come meanwhile', async () => {
    const before = await store.head()
    await longStream(store, 2_000)
    const control = new AbortController()
    const sizes: number[] = []
    for await (const batch of store.subscribe({ after: before, batchMax: 1_000, signal: control.signal })) {
      sizes.push(batch.length)
      if (sizes.reduce((sum, size) => sum + size) === 2_000) control.abort()
      await sleep(20) // what this reader has to do with each batch
    }
    expect(sizes.length).toBeLessThan(40)
  })

  test('it ends when told to, while it waits and before it began', async () => {
    const waiting = follow(store, await store.head())
    const stream = freshStream()
    await store.append(stream, 'no_stream', [fact()])
    await waiting.until(1)
    await waiting.stop()
    expect(await collect(store.subscribe({ after: 0n, signal: AbortSignal.abort() }))).toEqual([])
  })

  test('the server is killed in the middle: every event once, in order, without asking again', async () => {
    const reader = await harness().open()
    const before = await reader.head()
    await longStream(store, 600)
    const tail = follow(reader, before, 50)
    await tail.until(100)
    await harness().killServer()
    await harness().startServer()
    const writer = await harness().open()
    await longStream(writer, 600)
    await tail.until(1_200)
    await harness().killServer() // now while the subscription waits for events
    await harness().startServer()
    const stream = freshStream()
    const afterwards = await harness().open()
    await afterwards.append(stream, 'no_stream', [fact()])
    await tail.until(1_201)
    await tail.stop()
    expect(places(tail.events)).toEqual(places(await collect(afterwards.readAll({ after: before }))))
  })

  test('who reads slowly holds up nobody and fills no memory', async () => {
    const before = await store.head()
    const control = new AbortController()
    const subscribed = store.subscribe({ after: before, batchMax: 1, signal: control.signal })
    const slow = subscribed[Symbol.asyncIterator]()
    const stream = freshStream()
    await store.append(stream, 'no_stream', [fact()])
    expect((await slow.next()).value).toHaveLength(1)
    const atRest = await memoryAtRest()

    // 80 MB are appended while the slow reader pauses; another reader gets all events and keeps none.
    const text = 'x'.repeat(800_000)
    let passed = 0
    const fast = (async () => {
      for await (const batch of store.subscribe({ after: before, signal: control.signal }))
        passed += batch.length
    })()
    for (let n = 0; n < 100; n++) await store.append(stream, BigInt(n), [fact({ n, text })])
    await expect.poll(() => passed, { timeout: 60_000 }).toBe(101)
    await expect.poll(() => memoryInUse() - atRest, { timeout: 60_000 }).toBeLessThan(60_000_000)

    for (let n = 0; n < 100; n++) {
      const { value } = await slow.next()
      expect(value?.[0]?.data).toMatchObject({ n })
    }
    control.abort()
    await fast
    expect(await slow.next()).toMatchObject({ done: true })
  })
}
