import { beforeAll, expect, test } from 'vitest'
import { InvalidEvent, WrongExpectedRevision, type EventStore } from '../../../events/store/event-store.ts'
import { collect, fact, facts, freshStream, ids } from './facts.ts'
import type { ContractPart } from './harness.ts'

export const appending: ContractPart = (harness) => {
  let store: EventStore
  beforeAll(async () => {
    store = await harness().open()
  })

  test('revisions count from 0 within a stream and positions grow over all streams', async () => {
    const [one, other] = [freshStream(), freshStream()]
    const first = await store.append(one, 'no_stream', [fact()])
    const elsewhere = await store.append(other, 'no_stream', facts(3))
    const second = await store.append(one, 0n, [fact()])
    expect([first.revision, elsewhere.revision, second.revision]).toEqual([0n, 2n, 1n])
    expect(elsewhere.position).toBeGreaterThan(first.position)
    expect(second.position).toBeGreaterThan(elsewhere.position)
    if (harness().dense) expect(second.position).toBe(first.position + 4n)
  })

  test('what was appended is read as it was given, with its place and time', async () => {
    const stream = freshStream()
    const events = [fact({ amount: '1', to: { id: 'b' } }, 'TransferSent'), fact({}, 'TransferReturned')]
    const { position } = await store.append(stream, 'no_stream', events)
    const stored = await collect(store.readStream(stream))
    expect(stored).toMatchObject(
      events.map((event, n) => ({ ...event, streamId: stream, revision: BigInt(n) })),
    )
    expect(stored.at(-1)?.position).toBe(position)
    for (const event of stored) {
      expect(event.recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(Math.abs(Date.parse(event.recordedAt) - Date.now())).toBeLessThan(60_000)
    }
  })

  test('an append at any other revision than the one expected is refused and stores nothing', async () => {
    const stream = freshStream()
    const absent = store.append(stream, 0n, [fact()])
    await expect(absent).rejects.toThrow(WrongExpectedRevision)
    await expect(absent).rejects.toMatchObject({ streamId: stream, expected: 0n, actual: 'no_stream' })

    const stored = facts(3)
    await store.append(stream, 'no_stream', stored)
    for (const expected of ['no_stream', 0n, 1n, 3n, 77n] as const) {
      const refused = store.append(stream, expected, [fact()])
      await expect(refused).rejects.toThrow(WrongExpectedRevision)
      await expect(refused).rejects.toMatchObject({ expected, actual: 2n, code: 'wrong_expected_revision' })
    }
    expect(ids(await collect(store.readStream(stream)))).toEqual(ids(stored))
  })

  test('of many who append at the same revision one succeeds', async () => {
    const stream = freshStream()
    await store.append(stream, 'no_stream', [fact()])
    const rivals = [store, await harness().open(), await harness().open()]
    const attempts = Array.from({ length: 32 }, (_, n) =>
      (rivals[n % 3] ?? store).append(stream, 0n, [fact()]),
    )
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WrongExpectedRevision)
    }
    expect(await collect(store.readStream(stream))).toHaveLength(2)
  })

  test('a refusal does not touch the appends beside it', async () => {
    const streams = Array.from({ length: 40 }, freshStream)
    const outcomes = await Promise.allSettled(
      streams.map((stream, n) => store.append(stream, n % 4 === 3 ? 9n : 'no_stream', facts(2))),
    )
    const stored = await Promise.all(streams.map((stream) => collect(store.readStream(stream))))
    for (const [n, { status }] of outcomes.entries()) {
      expect(status).toBe(n % 4 === 3 ? 'rejected' : 'fulfilled')
      expect(stored[n]).toHaveLength(n % 4 === 3 ? 0 : 2)
    }
  })

  test.each([
    ['no events', freshStream(), 'no_stream', []],
    ['a stream without a name', '', 'no_stream', [fact()]],
    ['a stream of the system', '$all', 'no_stream', [fact()]],
    ['a revision below zero', freshStream(), -1n, [fact()]],
    ['a revision beyond 63 bits', freshStream(), 2n ** 63n, [fact()]],
    ['an id that is no UUID', freshStream(), 'no_stream', [{ ...fact(), id: 'first' }]],
    ['a type that is no name', freshStream(), 'no_stream', [fact({}, 'no name')]],
  ] as const)('%s is refused before anything is sent', async (_what, stream, expected, events) => {
    await expect(store.append(stream, expected, events)).rejects.toThrow(InvalidEvent)
  })

  test('the same id twice in one append is refused', async () => {
    const event = fact()
    await expect(store.append(freshStream(), 'no_stream', [event, event])).rejects.toThrow(InvalidEvent)
  })
}
