import { expect, it } from 'vitest'
import { findStep, newLoadedStream, remember } from '../../../events/store/aggregate.ts'
import type { RecordedEvent } from '../../../events/store/event-store.ts'

/** A stream with events at these positions, appended in this order. */
const streamOf = (positions: readonly bigint[]) => {
  const stream = newLoadedStream('wallet-x', null)
  positions.forEach((position, n) => {
    stream.position = position
    remember(stream, `event ${n}`, { revision: BigInt(n), position })
  })
  return stream
}
const every = (count: number, step: bigint) => Array.from({ length: count }, (_, n) => BigInt(n + 1) * step)

it('of a busy stream many ids are remembered, and few of one that is seldom written', () => {
  expect(streamOf(every(1_000, 2n)).recent.size).toBe(256)
  expect(streamOf(every(1_000, 4_000n)).recent.size).toBe(32)
  expect(streamOf(every(20, 400_000n)).recent.size).toBe(20)
})

it('what has not been answered is never forgotten', () => {
  const stream = streamOf(every(40, 2n))
  for (let n = 0; n < 400; n += 1) remember(stream, `new ${n}`, { revision: 0n, position: null })
  expect([...stream.recent.keys()].filter((id) => id.startsWith('new'))).toHaveLength(400)
})

it('a step that was forgotten is looked for in the store, and one that cannot be is not', async () => {
  const asked: string[] = []
  const store = {
    readStream: async function* (streamId: string): AsyncGenerator<RecordedEvent> {
      asked.push(streamId)
      yield* []
    },
  }
  const stream = streamOf(every(1_000, 4_000n))
  const find = (after: bigint) => findStep(store, stream, { eventId: 'event 3', after })
  expect(await find(stream.recentAfter)).toBeNull()
  expect(asked).toEqual([])
  expect(await find(stream.recentAfter - 1n)).toBeNull()
  expect(asked).toEqual(['wallet-x'])
})
