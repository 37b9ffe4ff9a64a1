import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OutcomeUnknown, StoreUnavailable, type EventStore } from '../../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { startStandInCluster, type StandInCluster } from '../../support/eventstoredb/cluster.ts'
import { collect, event, ids, iterate } from './fixture.ts'

let cluster: StandInCluster
let stores: EventStore[]

const open = (connectionString = cluster.connectionString): EventStore => {
  const store = createEventStoreDbStore({ connectionString })
  stores.push(store)
  return store
}

const node = (index: number) => {
  const found = cluster.nodes[index]
  if (!found) throw new Error(`There is no node ${index}`)
  return found
}

beforeEach(async () => {
  cluster = await startStandInCluster()
  stores = []
})

afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()))
  cluster.stop()
})

describe('a cluster of three', () => {
  test('is written and read at its leader, whichever member is asked first', async () => {
    cluster.elect(node(2))
    const store = open()
    await store.append('a', 'no_stream', [event(1)])
    expect(await collect(store.readStream('a'))).toHaveLength(1)
    expect(cluster.nodes.map(({ calls }) => calls.appends)).toEqual([0, 0, 1])
  })

  test('is found when the first two members are gone', async () => {
    cluster.elect(node(2))
    node(0).kill()
    node(1).kill()
    await expect(open().append('a', 'no_stream', [event(1)])).resolves.toMatchObject({ revision: 0n })
  })

  test('is found behind one name', async () => {
    cluster.elect(node(1))
    const store = open(`esdb+discover://localhost:${node(0).port}?tls=false`)
    await expect(store.append('a', 'no_stream', [event(1)])).resolves.toMatchObject({ revision: 0n })
  })

  test('is found by one member alone, which names the leader', async () => {
    cluster.elect(node(2))
    const store = open(`esdb://127.0.0.1:${node(0).port}?tls=false`)
    await expect(store.append('a', 'no_stream', [event(1)])).resolves.toMatchObject({ revision: 0n })
    expect(await collect(store.readStream('a'))).toHaveLength(1)
  })

  test('whose leader steps down between appends: the next goes to the new one', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(1)])
    cluster.elect(node(1))
    await expect(store.append('a', 0n, [event(2)])).resolves.toMatchObject({ revision: 1n })
    expect(await collect(store.readStream('a'))).toHaveLength(2)
    cluster.elect(node(2))
    expect(await collect(store.readStream('a'))).toHaveLength(2)
    expect(cluster.nodes.map(({ calls }) => calls.appends)).toEqual([2, 1, 0])
  })

  test('whose leader steps down with answers on their way: every append is stored once', async () => {
    const store = open()
    await store.append('warm', 'no_stream', [event(0)])
    node(0).faults.allAppends = 'hold'
    const streams = Array.from({ length: 20 }, (_, n) => `s-${n}`)
    const appending = streams.map((stream, n) => store.append(stream, 'no_stream', [event(n)]))
    await expect.poll(() => node(0).faults.held).toBeGreaterThanOrEqual(20)
    cluster.elect(node(1))
    node(0).kill()
    for (const appended of await Promise.all(appending)) expect(appended.revision).toBe(0n)
    for (const stream of streams) expect(cluster.log.streams.get(stream)).toHaveLength(1)
  })

  test('without a leader for a while: appends wait for the new one, and only so long', async () => {
    const store = open()
    await store.append('a', 'no_stream', [event(1)])
    cluster.elect(null)
    const waiting = store.append('a', 0n, [event(2)])
    await expect.poll(() => node(0).calls.appends).toBeGreaterThanOrEqual(2)
    cluster.elect(node(1))
    await expect(waiting).resolves.toMatchObject({ revision: 1n })
    cluster.elect(null)
    await expect(collect(store.readStream('a'))).rejects.toThrow(StoreUnavailable)
    // Without a leader the append goes to a follower, which stores nothing and does not report it.
    await expect(open().append('b', 'no_stream', [event(3)])).rejects.toThrow(OutcomeUnknown)
    expect(cluster.log.streams.has('b')).toBe(false)
  })

  test('is subscribed to across two changes of leader: every event once', async () => {
    const [store, writer] = [open(), open()]
    const batches = iterate(store)
    const delivered: string[] = []
    const sent: string[] = []
    for (const [round, leader] of [0, 1, 2].entries()) {
      cluster.elect(node(leader))
      const events = [event(round), event(round)]
      sent.push(...ids(events))
      await writer.append(`s-${round}`, 'no_stream', events)
      while (delivered.length < sent.length) delivered.push(...ids((await batches.next()).value ?? []))
      node(leader).kill()
    }
    expect(delivered).toEqual(sent)
    await batches.return?.()
  })
})
