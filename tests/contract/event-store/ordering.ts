import { expect, test } from 'vitest'
import type { EventStore } from '../../../events/store/event-store.ts'
import { collect, facts, follow, freshStream, places } from './facts.ts'
import type { ContractPart } from './harness.ts'

const WRITERS = 32
const APPENDS_EACH = 60
const CLIENTS = 4

export const ordering: ContractPart = (harness) => {
  test('32 writers at once: a live reader gets every event once, in the order that the store keeps', async () => {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => harness().open()))
    const reader = await harness().open()
    const before = await reader.head()
    const tail = follow(reader, before)

    const answered: string[] = []
    const write = async (store: EventStore, writer: number) => {
      const stream = freshStream()
      let end = -1n
      for (let n = 0; n < APPENDS_EACH; n++) {
        const events = facts(1 + ((writer + n) % 3))
        const { revision } = await store.append(stream, end < 0n ? 'no_stream' : end, events)
        expect(revision).toBe(end + BigInt(events.length))
        for (const [k, event] of events.entries())
          answered.push(`${stream}@${end + BigInt(k + 1)} ${event.id}`)
        end = revision
      }
    }
    const writers = Array.from({ length: WRITERS }, async (_, n) => {
      const store = clients[n % CLIENTS]
      if (store) await write(store, n)
    })
    await Promise.all(writers)
    await tail.until(answered.length)
    await tail.stop()

    expect(places(tail.events).sort()).toEqual(answered.sort())
    expect(places(await collect(reader.readAll({ after: before })))).toEqual(places(tail.events))
    for (const [n, event] of tail.events.entries()) {
      const previous = tail.events[n - 1]
      if (!previous) continue
      expect(event.position > previous.position).toBe(true)
      if (!harness().dense) continue
      expect(event.position).toBe(previous.position + 1n)
      expect(event.recordedAt >= previous.recordedAt).toBe(true)
    }
  })
}
