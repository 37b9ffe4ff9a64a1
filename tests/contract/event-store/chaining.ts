import { beforeAll, expect, test } from 'vitest'
import { WrongExpectedRevision, type EventStore } from '../../../events/store/event-store.ts'
import { collect, fact, facts, freshStream, ids } from './facts.ts'
import type { ContractPart } from './harness.ts'

/** Appends to one stream that are sent before the ones they stand on are answered. */
export const chaining: ContractPart = (harness) => {
  let store: EventStore
  beforeAll(async () => {
    store = await harness().open()
  })

  test('appends sent one after the other without waiting are stored one after the other', async () => {
    const stream = freshStream()
    const events = facts(500)
    const answers = await Promise.all(
      events.map((event, n) => store.append(stream, n === 0 ? 'no_stream' : BigInt(n - 1), [event])),
    )
    expect(answers.map(({ revision }) => revision)).toEqual(events.map((_, n) => BigInt(n)))
    const stored = await collect(store.readStream(stream))
    expect(ids(stored)).toEqual(ids(events))
    expect(stored.map(({ position }) => position)).toEqual(answers.map(({ position }) => position))
  })

  test('links of different lengths, on several streams at once', async () => {
    const chains = Array.from({ length: 8 }, () => ({
      stream: freshStream(),
      links: [1, 3, 2, 5, 1].map(facts),
    }))
    await Promise.all(
      chains.flatMap(({ stream, links }) => {
        let end = -1n
        return links.map((link) => {
          const expected = end < 0n ? 'no_stream' : end
          end += BigInt(link.length)
          return store.append(stream, expected, link)
        })
      }),
    )
    for (const { stream, links } of chains) {
      expect(ids(await collect(store.readStream(stream)))).toEqual(ids(links.flat()))
    }
  })

  test('when a link fails all later ones fail and all earlier ones are stored', async () => {
    const stream = freshStream()
    await store.append(stream, 'no_stream', [fact()])
    const good = facts(5)
    const sent = good.map((event, n) => store.append(stream, BigInt(n), [event]))
    const broken = store.append(stream, 20n, [fact()])
    const later = facts(5).map((event, n) => store.append(stream, BigInt(21 + n), [event]))
    await Promise.all(sent)
    for (const link of await Promise.allSettled([broken, ...later])) {
      expect(link).toMatchObject({ status: 'rejected', reason: expect.any(WrongExpectedRevision) })
    }
    expect(ids(await collect(store.readStream(stream))).slice(1)).toEqual(ids(good))
  })

  test('a chain that was overtaken by somebody else fails as a whole', async () => {
    const stream = freshStream()
    await store.append(stream, 'no_stream', [fact()])
    const rival = await harness().open()
    const overtaking = await rival.append(stream, 0n, [fact()])
    const chain = facts(20).map((event, n) => store.append(stream, BigInt(n), [event]))
    for (const link of await Promise.allSettled(chain)) {
      expect(link).toMatchObject({ status: 'rejected', reason: expect.any(WrongExpectedRevision) })
    }
    expect((await collect(store.readStream(stream))).at(-1)?.position).toBe(overtaking.position)
  })

  test('a chain that is repeated as a whole answers as it did at first', async () => {
    const stream = freshStream()
    const events = facts(30)
    const send = () =>
      Promise.all(
        events.map((event, n) => store.append(stream, n === 0 ? 'no_stream' : BigInt(n - 1), [event])),
      )
    const first = await send()
    expect(await send()).toEqual(first)
    expect(ids(await collect(store.readStream(stream)))).toEqual(ids(events))
  })
}
