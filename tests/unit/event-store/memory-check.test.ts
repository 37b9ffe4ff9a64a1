import { expect, it, vi } from 'vitest'
import { watchMemory } from '../../../api/metrics/memory-divergences.ts'
import { catchUp, newLoadedStream } from '../../../events/store/aggregate.ts'
import { createMemoryCheck } from '../../../events/store/memory-check.ts'
import { createMemoryStore } from '../../support/memory-store.ts'
import { derivedId } from '../../../events/ids.ts'

const aggregate = {
  initialState: () => 0,
  evolve: (count: number) => count + 1,
  parse: () => ({ type: 'Counted', data: {} }),
  idOf: () => '',
}

/** A stream of two events as a process has it in memory, and what checks it. */
const cached = async () => {
  const store = { ...createMemoryStore() }
  const events = ['one', 'two'].map((id) => ({ id: derivedId(id), type: 'Counted', data: {}, metadata: {} }))
  await store.append('wallet-1', 'no_stream', events)
  const stream = newLoadedStream('wallet-1', aggregate.initialState())
  await catchUp(store, aggregate, stream)
  return { store, stream, check: createMemoryCheck({ store, aggregate }).check }
}

it('finds nothing wrong with what was read, also when the log has gone on', async () => {
  const { store, stream, check } = await cached()
  expect(await check(stream)).toBeNull()
  await store.append('wallet-1', 1n, [{ id: derivedId('three'), type: 'Counted', data: {}, metadata: {} }])
  expect(await check(stream)).toBeNull()
  expect(stream.stale).toBe(false)
})

it.each([
  ['another state', { state: 7 }],
  ['events that the log does not have', { state: 3, revision: 2n }],
])('counts and logs a stream in memory with %s, which is then read again', async (_, wrong) => {
  const { stream, check } = await cached()
  const error = vi.fn()
  const { metric, close } = watchMemory({ error })
  try {
    Object.assign(stream, wrong)
    expect(await check(stream)).toEqual({ streamId: 'wallet-1', revision: stream.revision })
    expect(stream.stale).toBe(true)
    expect(error).toHaveBeenCalledTimes(1)
    expect((await metric.get()).values).toMatchObject([{ value: 1 }])
  } finally {
    close()
  }
})
