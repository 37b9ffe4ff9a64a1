import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  InvalidEvent,
  StoreUnavailable,
  WrongExpectedRevision,
  type EventStore,
} from '../../events/store/event-store.ts'
import { migrateEventStore } from '../../events/store/postgres/event-store-schema.ts'
import {
  createPostgresEventStore,
  type PostgresEventStoreOptions,
} from '../../events/store/postgres/postgres-event-store.ts'
import { createPostgresSnapshots } from '../../events/store/postgres/snapshots.ts'
import { emptyDatabase, type TestDatabase } from '../support/postgres.ts'
import { collect, fact, facts, freshStream, ids } from './event-store/facts.ts'

/** What only the Postgres store promises; what all stores do is in `event-store/`. */
let database: TestDatabase
let admin: Client
const stores: EventStore[] = []

const open = (options: Partial<PostgresEventStoreOptions> = {}): EventStore => {
  const store = createPostgresEventStore({ url: database.url, ...options })
  stores.push(store)
  return store
}

beforeAll(async () => {
  database = await emptyDatabase()
  // Several processes may start at once on a new database.
  await Promise.all([1, 2, 3, 4].map(() => migrateEventStore(database.url)))
  admin = new Client({ connectionString: database.url })
  await admin.connect()
  await admin.query('set search_path to event_store')
})
afterEach(() => Promise.all(stores.splice(0).map((store) => store.close())))
afterAll(async () => {
  await admin.end()
  await database.drop()
})

test('positions are 1, 2, 3 … without a gap, whatever was refused in between', async () => {
  const clients = [open(), open(), open()]
  const appends = clients.flatMap((store) =>
    Array.from({ length: 100 }, (_, n) =>
      store.append(freshStream(), n % 5 === 0 ? 7n : 'no_stream', facts(1 + (n % 3))),
    ),
  )
  await Promise.allSettled(appends)
  const { rows } = await admin.query(
    'select max(position) = count(*) and min(position) = 1 as dense from event',
  )
  expect(rows).toEqual([{ dense: true }])
  expect(await open().head()).toBe(BigInt((await collect(open().readAll())).length))
})

test.each(['update event set data = data', 'delete from event', 'truncate event', 'truncate event cascade'])(
  'the log cannot be changed, not even by its owner: %s',
  async (sql) => {
    await open().append(freshStream(), 'no_stream', [fact()])
    await expect(admin.query(sql)).rejects.toThrow(/append-only/)
  },
)

test('appends that come while a batch is on its way share the next one', async () => {
  const sizes: number[] = []
  const store = open({ onBatch: (size) => sizes.push(size) })
  await Promise.all(Array.from({ length: 100 }, () => store.append(freshStream(), 'no_stream', [fact()])))
  expect(sizes).toEqual([100])
  await Promise.all(Array.from({ length: 600 }, () => store.append(freshStream(), 'no_stream', [fact()])))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(256)
})

test('an append that the database itself refuses fails alone', async () => {
  await admin.query("alter table event add constraint no_poison check (type <> 'Poison')")
  const store = open()
  const chain = freshStream()
  const outcomes = await Promise.allSettled([
    store.append(freshStream(), 'no_stream', [fact()]),
    store.append(chain, 'no_stream', [fact()]),
    store.append(chain, 0n, [fact({}, 'Poison')]),
    store.append(chain, 1n, [fact()]),
    store.append(freshStream(), 'no_stream', [fact()]),
  ])
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'stored' : outcome.reason.name)),
  ).toEqual(['stored', 'stored', InvalidEvent.name, WrongExpectedRevision.name, 'stored'])
  await admin.query('alter table event drop constraint no_poison')
})

/** Holds the lock that every batch takes, until released. */
const holdAppends = async () => {
  const { rows } = await admin.query<{ prosrc: string }>(
    "select prosrc from pg_proc where proname = 'append_batch'",
  )
  const key = /pg_advisory_xact_lock\((\d+)\)/.exec(rows[0]?.prosrc ?? '')?.[1] ?? ''
  await admin.query(`select pg_advisory_lock(${key})`)
  return {
    untilOneWaits: () =>
      expect
        .poll(
          async () =>
            (await admin.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount,
        )
        .toBe(1),
    release: () => admin.query(`select pg_advisory_unlock(${key})`),
  }
}

test('a link that waits while the one it rests on is refused does not land behind a stranger’s event', async () => {
  const [store, stranger] = [open(), open()]
  const stream = freshStream()
  await store.append(stream, 'no_stream', [fact()])
  const theirs = fact()
  await stranger.append(stream, 0n, [theirs])

  const hold = await holdAppends()
  const first = store.append(stream, 0n, [fact()])
  await hold.untilOneWaits()
  const second = store.append(stream, 1n, [fact()]) // sent while the first is on its way
  await hold.release()
  await expect(first).rejects.toThrow(WrongExpectedRevision)
  await expect(second).rejects.toThrow(WrongExpectedRevision)
  expect(ids(await collect(store.readStream(stream))).slice(1)).toEqual([theirs.id])
})

test('a repeated append that waits behind a refused one is still recognised', async () => {
  const store = open()
  const stream = freshStream()
  const [opening, mine] = [facts(1), facts(1)]
  await store.append(stream, 'no_stream', opening)
  await store.append(stream, 0n, facts(1))
  const answer = await store.append(stream, 1n, mine)

  const hold = await holdAppends()
  const refused = store.append(stream, 0n, [fact()])
  await hold.untilOneWaits()
  const repeated = store.append(stream, 1n, mine)
  await hold.release()
  await expect(refused).rejects.toThrow(WrongExpectedRevision)
  expect(await repeated).toEqual(answer)
})

test('when the lock cannot be had in time nothing was stored, and that is said', async () => {
  const store = open({ appendTimeoutMs: 800 })
  const stream = freshStream()
  const hold = await holdAppends()
  await expect(store.append(stream, 'no_stream', [fact()])).rejects.toThrow(StoreUnavailable)
  await hold.release()
  expect(await collect(store.readStream(stream))).toEqual([])
  expect((await store.append(stream, 'no_stream', [fact()])).revision).toBe(0n)
})

test('pg keeps its own way of reading values everywhere else', async () => {
  const store = open()
  await store.append(freshStream(), 'no_stream', [fact()])
  await collect(store.readAll())
  const { rows } = await admin.query('select 1::bigint as n, now() as at')
  expect(rows).toEqual([{ n: '1', at: expect.any(Date) }])
})

test('the newest snapshot of a schema version is kept', async () => {
  const snapshots = createPostgresSnapshots({ url: database.url })
  const streamId = `wallet-${randomUUID()}`
  const at = (revision: bigint, schemaVersion = 1) => ({
    streamId,
    revision,
    position: revision * 10n,
    schemaVersion,
    state: `{"at":"${revision}"}`,
  })
  expect(await snapshots.load(streamId, 1)).toBeNull()
  await snapshots.save(at(500n))
  await snapshots.save(at(400n))
  expect(await snapshots.load(streamId, 1)).toEqual(at(500n))
  await snapshots.save(at(450n, 2))
  expect(await snapshots.load(streamId, 1)).toBeNull()
  expect(await snapshots.load(streamId, 2)).toEqual(at(450n, 2))
  await snapshots.close()
})
