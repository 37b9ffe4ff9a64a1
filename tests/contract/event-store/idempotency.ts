import { beforeAll, expect, test } from 'vitest'
import { createCommandHandler } from '../../../events/store/command-handler.ts'
import {
  IdTaken,
  WrongExpectedRevision,
  type EventStore,
  type NewEvent,
} from '../../../events/store/event-store.ts'
import { withoutSnapshots } from '../../../events/store/stream-snapshots.ts'
import { collect, expectRepeated, fact, facts, freshStream, ids } from './facts.ts'
import type { ContractPart } from './harness.ts'

export const idempotency: ContractPart = (harness) => {
  let store: EventStore
  beforeAll(async () => {
    store = await harness().open()
  })

  test('a repeated append stores nothing, and tells where the first one is', async () => {
    const stream = freshStream()
    const [opening, more] = [facts(2), facts(3)]
    const first = await store.append(stream, 'no_stream', opening)
    const second = await store.append(stream, 1n, more)
    await expectRepeated(store.append(stream, 'no_stream', opening), first, opening)
    await expectRepeated(store.append(stream, 1n, more), second, more)
    expect(ids(await collect(store.readStream(stream)))).toEqual(ids([...opening, ...more]))
  })

  test('however much has been appended in between, and from another client', async () => {
    const stream = freshStream()
    const opening = facts(2)
    const first = await store.append(stream, 'no_stream', opening)
    await store.append(stream, 1n, facts(300))
    const other = await harness().open()
    await expectRepeated(other.append(stream, 'no_stream', opening), first, opening)
    expect(await collect(store.readStream(stream))).toHaveLength(302)
  })

  test('repeated at once, one is stored', async () => {
    const stream = freshStream()
    const events = facts(2)
    const others = await Promise.all([harness().open(), harness().open()])
    const sent = [store, store, ...others, ...others].map((client) =>
      client.append(stream, 'no_stream', events),
    )
    const stored = await Promise.any(sent)
    for (const one of sent) await expectRepeated(one, stored, events)
    expect(await collect(store.readStream(stream))).toHaveLength(2)
  })

  test('the same ids with another content or time are another attempt: refused, with the place of what is stored', async () => {
    const stream = freshStream()
    const [first, second] = [fact({ amount: '240000' }), fact()]
    await store.append(stream, 'no_stream', [fact()])
    await store.append(stream, 0n, [first, second])
    const other = await harness().open()
    for (const changed of [
      { ...first, data: { amount: '1' } },
      { ...first, metadata: { ...first.metadata, at: '2026-01-01T00:00:00.000Z' } },
    ]) {
      const again = other.append(stream, 0n, [changed, second])
      await expect(again).rejects.toThrow(IdTaken)
      await expect(again).rejects.toMatchObject({ streamId: stream, revision: 1n })
    }
    expect(await collect(store.readStream(stream))).toHaveLength(3)
  })

  /** Where ids stand once, events that are all in the log are done, wherever they are; else the revision is wrong. */
  const notStored = (events: readonly NewEvent[], inLog: readonly NewEvent[]) =>
    store.idsStandOnce === true && events.every((event) => inLog.includes(event))
      ? IdTaken
      : WrongExpectedRevision

  test('events that match in part are a conflict, not a repetition', async () => {
    const stream = freshStream()
    const [a, b, c] = [fact(), fact(), fact()]
    await store.append(stream, 'no_stream', [a, b])
    for (const events of [[a, c], [c, b], [b, a], [a, b, c], [c]]) {
      await expect(store.append(stream, 'no_stream', events)).rejects.toThrow(notStored(events, [a, b]))
    }
    await expect(store.append(stream, 0n, [a])).rejects.toThrow(notStored([a], [a, b]))
    expect(ids(await collect(store.readStream(stream)))).toEqual(ids([a, b]))
  })

  test('the ids of another stream mean nothing', async () => {
    const events = facts(2)
    const [one, other] = [freshStream(), freshStream()]
    await store.append(one, 'no_stream', events)
    await store.append(other, 'no_stream', [fact(), fact()])
    await expect(store.append(other, 'no_stream', events)).rejects.toThrow(notStored(events, events))
  })

  /** A process that knows nothing yet; its steps make `event`. */
  const newProcess = (by: EventStore, { id, type, data }: ReturnType<typeof fact>) => {
    const handler = createCommandHandler({
      store: by,
      aggregate: {
        initialState: () => 0,
        evolve: (count: number) => count + 1,
        parse: (recorded) => ({ type: recorded.type, data: recorded.data }),
        idOf: () => id,
      },
      snapshots: withoutSnapshots<number>(),
    })
    return (streamId: string, step?: { readonly eventId: string; readonly after: bigint }) =>
      handler.handle(streamId, () => [{ type, data }], {
        metadata: {},
        at: '2026-01-01T00:00:00.000Z',
        ...(step && { step }),
      })
  }

  test('a step whose key was lost is found in the log: by its id where ids stand once, else by a search of its stream', async () => {
    const stream = freshStream()
    const event = fact()
    await store.append(stream, 'no_stream', facts(2))
    const first = await newProcess(store, event)(stream)
    await store.append(stream, 2n, facts(3))
    const searched = store.idsStandOnce === true ? undefined : { eventId: event.id, after: 0n }
    const again = await newProcess(await harness().open(), event)(stream, searched)
    expect(first.outcome).toBe('appended')
    expect(again).toMatchObject({ outcome: 'already_done', position: first.position })
    expect(await collect(store.readStream(stream))).toHaveLength(6)
  })

  test('where ids stand once no event is stored a second time, in whatever stream, and the others of a batch are', async () => {
    if (store.idsStandOnce !== true) return
    const [one, other, third] = [freshStream(), freshStream(), freshStream()]
    const [a, b] = [fact(), fact()]
    const { position } = await store.append(one, 'no_stream', [fact(), a])
    const twice = store.append(other, 'no_stream', [b, a])
    const beside = store.append(third, 'no_stream', [fact()])
    await expect(twice).rejects.toMatchObject({ streamId: other, revision: 1n, position })
    await expect(twice).rejects.toThrow(IdTaken)
    await beside
    await expect(
      Promise.all([store.append(third, 0n, [b]), store.append(other, 'no_stream', [b])]),
    ).rejects.toThrow(IdTaken)
    expect(await collect(store.readStream(other))).toHaveLength(0)
  })
}
