import { afterAll, beforeAll, expect, it } from 'vitest'
import { happenedAt } from '../../../events/happened-at.ts'
import { poolKind } from '../../../events/pools/pool.ts'
import type { DomainEvent } from '../../../events/store/aggregate.ts'
import { createPostgresEventStore } from '../../../events/store/postgres/postgres-event-store.ts'
import { createPostgresSnapshots } from '../../../events/store/postgres/snapshots.ts'
import type { Snapshot } from '../../../events/store/snapshots.ts'
import { writeState, type StreamKind } from '../../../events/stream.ts'
import { reserveKind } from '../../../events/token/reserve.ts'
import { walletKind } from '../../../events/wallet/wallet.ts'
import { loadFacts } from '../../support/generated-year/load.ts'
import { generatedYear } from '../../support/generated-year/year.ts'
import { freshReadModels, type ReadModels } from '../../support/read-models.ts'
import { ledgerOn, type Ran } from './ledger-run.ts'

let models: ReadModels
let run: (...args: readonly string[]) => Promise<Ran>
const snapshots: Snapshot[] = []

/** The snapshot of the longest stream of a kind, of all its events but the last. */
const snapshotOf = async <State, Event extends DomainEvent>(
  kind: StreamKind<State, Event>,
): Promise<Snapshot> => {
  const { rows } = await models.pool.query<{ stream_id: string }>(
    `select stream_id from event_store.event where starts_with(stream_id, $1)
     group by stream_id order by count(*) desc, stream_id limit 1`,
    [kind.prefix],
  )
  const streamId = rows[0]?.stream_id ?? ''
  const store = createPostgresEventStore({ url: models.url })
  const events = await Array.fromAsync(store.readStream(streamId))
  await store.close()
  const last = events.at(-2)
  if (!last) throw new Error(`${streamId} is too short`)
  const state = events
    .slice(0, -1)
    .reduce(
      (before, recorded) => kind.evolve(before, kind.parse(recorded), happenedAt(recorded)),
      kind.initialState(),
    )
  const { revision, position } = last
  return { streamId, revision, position, schemaVersion: kind.snapshot ?? 0, state: writeState(state) }
}

beforeAll(async () => {
  models = await freshReadModels()
  run = ledgerOn(models.url)
  const facts = await loadFacts(models.url, generatedYear({ members: 6, seed: 3 }))
  const running = models.start()
  expect(await running.waitFor(BigInt(facts), 50_000)).toBe(true)
  await running.stop()
  snapshots.push(await snapshotOf(walletKind), await snapshotOf(poolKind), await snapshotOf(reserveKind))
}, 100_000)
afterAll(() => models.dispose())

const save = async (saved: readonly Snapshot[]): Promise<void> => {
  await models.pool.query('delete from event_store.snapshot')
  const store = createPostgresSnapshots({ url: models.url })
  for (const snapshot of saved) await store.save(snapshot)
  await store.close()
}
const replay = () => run('replay', '--no-rebuild', '--json', '--quiet')

it('snapshots of every kind that are what the log says are counted', async () => {
  await save(snapshots)
  const { exit, out, error } = await replay()
  expect([exit, error]).toEqual([0, ''])
  expect(JSON.parse(out)).toMatchObject({ readModels: { snapshots: 3 } })
})

it.each([0, 1, 2])('a wrong snapshot of kind %i is named', async (place) => {
  const changed = (state: string) =>
    state.replace(/"(-?\d+)n"/, (_, digits: string) => `"${BigInt(digits) + 1n}n"`)
  await save(snapshots.map((one, i) => (i === place ? { ...one, state: changed(one.state) } : one)))
  const { exit, error } = await replay()
  const { streamId = '', revision = 0n } = snapshots[place] ?? {}
  expect([exit, error]).toEqual([1, expect.stringContaining(streamId)])
  expect(error).toContain(`revision ${revision}`)
})

it('a snapshot of events that are not in the log is named; one of another release is never read', async () => {
  const [first] = snapshots
  if (!first) throw new Error('there is no snapshot')
  await save([{ ...first, revision: first.revision + 2n }])
  const { exit, error } = await replay()
  expect([exit, error]).toEqual([1, expect.stringContaining('the log does not have')])
  await save([{ ...first, schemaVersion: first.schemaVersion - 1, state: '{}' }])
  expect(await replay()).toMatchObject({ exit: 0 })
})
