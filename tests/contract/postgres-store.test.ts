import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Client, Pool } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  IdTaken,
  InvalidEvent,
  StoreUnavailable,
  UnreadableEvent,
  WrongExpectedRevision,
  type EventStore,
} from '../../events/store/event-store.ts'
import { EVENT_STORE_MIGRATIONS, migrateEventStore } from '../../events/store/postgres/event-store-schema.ts'
import { withClient } from '../../events/store/postgres/with-client.ts'
import {
  createPostgresEventStore,
  type PostgresEventStoreOptions,
} from '../../events/store/postgres/postgres-event-store.ts'
import { migrate } from '../../events/store/postgres/migrate.ts'
import { createPostgresSnapshots } from '../../events/store/postgres/snapshots.ts'
import { emptyDatabase, type TestDatabase } from '../support/postgres.ts'
import { collect, fact, facts, follow, freshStream } from './event-store/facts.ts'
import { openClient } from '../support/open-client.ts'

/** Tests of guarantees that only the Postgres store has; `event-store/` has the contract of all stores. */
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
  // Several processes may migrate a new database at the same time.
  await Promise.all([1, 2, 3, 4].map(() => migrateEventStore(database.url)))
  admin = await openClient(database.url)
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

test('a unit that the database itself refuses fails alone, with those of its call that share a stream', async () => {
  await admin.query("alter table event add constraint no_poison check (type <> 'Poison')")
  const store = open()
  const [a, b, c] = [freshStream(), freshStream(), freshStream()]
  const append = (streamId: string, event = fact()) =>
    ({ streamId, expected: 'no_stream', events: [event] }) as const
  const outcomes = await store.appendUnits?.([
    { appends: [append(a)] },
    { appends: [append(b), append(c, fact({}, 'Poison'))] },
    { appends: [append(b)] },
    { appends: [append(freshStream())] },
  ])
  expect(
    outcomes?.map((outcome) => (outcome.state === 'refused' ? outcome.error.name : outcome.state)),
  ).toEqual(['stored', InvalidEvent.name, WrongExpectedRevision.name, 'stored'])
  expect(await collect(store.readStream(b))).toEqual([])
  await admin.query('alter table event drop constraint no_poison')
})

test('a key that somebody writes down at the very same moment is seen, and the others are stored', async () => {
  await migrate({ url: database.url, dir: path.resolve('api/migrations'), schema: 'app' })
  const store = open()
  const [memberId, key] = [randomUUID(), randomUUID()]
  const other = await openClient(database.url)
  await other.query('begin')
  await other.query(
    `insert into app.idempotency_key (member_id, key, route, body_hash, created_at) values ($1, $2, 'x', 'y', now())`,
    [memberId, key],
  )
  const answer = { memberId, key, route: 'sendTransfer', bodyHash: 'z', status: 201, text: '{}' }
  const stream = freshStream()
  const sent = store.appendUnits?.([
    { appends: [{ streamId: stream, expected: 'no_stream', events: [fact()] }], answer },
    { appends: [{ streamId: freshStream(), expected: 'no_stream', events: [fact()] }] },
  ])
  await expect
    .poll(async () => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%append_units%'`,
      )
      return rowCount
    })
    .toBe(1)
  await other.query('commit')
  await other.end()
  expect((await sent)?.map(({ state }) => state)).toEqual(['refused', 'stored'])
  expect(await collect(store.readStream(stream))).toEqual([])
})

test('a follower of its own writer is given what the log holds, also where strangers write in between', async () => {
  const [mine, stranger] = [open(), open()]
  const after = await mine.head()
  const tail = follow(mine, after)
  const odd = () => fact({ text: 'a\u0000"\u2028', nothing: null, left: undefined, deep: [{ n: 1 }] })
  for (let round = 0; round < 30; round += 1) {
    const writers = round % 3 === 0 ? [mine, stranger, mine] : [mine, mine]
    await Promise.all(
      writers.map((by) => by.append(freshStream(), 'no_stream', [odd(), ...facts(2)].slice(round % 2))),
    )
  }
  const stored = await collect(stranger.readAll({ after }))
  await tail.until(stored.length)
  await tail.stop()
  expect(tail.events).toEqual(stored)
})

/** Takes the lock that every batch needs, until released. */
const holdAppends = async () => {
  const { rows } = await admin.query<{ prosrc: string }>(
    "select prosrc from pg_proc where proname = 'append_units'",
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

test('a follower of its own writer does not read back what that has just stored', async () => {
  const store = open()
  const tail = follow(store, await store.head())
  await store.append(freshStream(), 'no_stream', [fact()])
  await tail.until(1)
  const lastRead = async () => {
    const { rows } = await admin.query<{ at: Date }>(
      `select query_start as at from pg_stat_activity
       where datname = current_database() and application_name = 'event store: subscriptions'
       order by query_start desc limit 1`,
    )
    return rows[0]?.at
  }
  const before = await lastRead()
  for (let n = 0; n < 40; n += 1)
    await Promise.all([1, 2, 3].map(() => store.append(freshStream(), 'no_stream', [fact()])))
  await tail.until(121)
  expect(await lastRead()).toEqual(before)
  const remembered = await collect(store.readAll({ after: (await store.head()) - 9n, fromMemory: true }))
  expect(remembered).toEqual(tail.events.slice(-9))
  await tail.stop()
})

test('streams that are read at once share the way, and a damaged one fails alone', async () => {
  const store = open()
  const streams = Array.from({ length: 120 }, () => freshStream())
  await Promise.all(streams.map((stream, n) => store.append(stream, 'no_stream', facts(1 + (n % 3)))))
  const [damaged = ''] = streams
  const put = async (data: string) => {
    await admin.query('alter table event disable trigger append_only')
    await admin.query('update event set data = $2 where stream_id = $1', [damaged, data])
    await admin.query('alter table event enable trigger append_only')
  }
  await put('{')
  const asked = vi.spyOn(Pool.prototype, 'query')
  try {
    const read = await Promise.allSettled(
      streams.map((stream, n) => collect(store.readStream(stream, { from: BigInt(n % 2), limit: 2 }))),
    )
    expect(asked.mock.calls.length).toBeLessThanOrEqual(4)
    for (const [n, outcome] of read.entries()) {
      if (n === 0) expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(UnreadableEvent) })
      else {
        const events = outcome.status === 'fulfilled' ? outcome.value : []
        const revisions = [0, 1, 2].slice(n % 2, 1 + (n % 3)).slice(0, 2)
        expect(events.map(({ revision }) => Number(revision))).toEqual(revisions)
        expect(events.every(({ streamId }) => streamId === streams[n])).toBe(true)
      }
    }
  } finally {
    asked.mockRestore()
    await put('{}')
  }
})

test('a repeated append that waits behind a refused one is still recognised', async () => {
  const store = open()
  const stream = freshStream()
  const [opening, mine] = [facts(1), facts(1)]
  await store.append(stream, 'no_stream', opening)
  await store.append(stream, 0n, facts(1))
  await store.append(stream, 1n, mine)

  const hold = await holdAppends()
  const refused = expect(store.append(stream, 0n, [fact()])).rejects.toThrow(WrongExpectedRevision)
  await hold.untilOneWaits()
  const repeated = expect(store.append(stream, 1n, mine)).rejects.toThrow(IdTaken)
  await hold.release()
  await refused
  await repeated
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

test('a log of the release before gets its index over ids, also after an attempt that was broken off', async () => {
  const old = await emptyDatabase()
  const dir = mkdtempSync(path.join(tmpdir(), 'youtility-migrations-'))
  for (const file of readdirSync(EVENT_STORE_MIGRATIONS).filter((name) => name < '0006'))
    copyFileSync(path.join(EVENT_STORE_MIGRATIONS, file), path.join(dir, file))
  await migrate({ url: old.url, dir, schema: 'event_store' })
  const before = createPostgresEventStore({ url: old.url })
  const known = fact()
  await before.append(freshStream(), 'no_stream', [known])
  // What a broken-off `create index concurrently` leaves.
  await withClient(old.url, 'test', (client) =>
    client.query(`create index event_id_place on event_store.event using hash (event_id);
      update pg_index set indisvalid = false where indexrelid = 'event_store.event_id_place'::regclass`),
  )
  await migrateEventStore(old.url)
  await expect(before.append(freshStream(), 'no_stream', [known])).rejects.toThrow(IdTaken)
  await withClient(old.url, 'test', async (client) => {
    const { rows } = await client.query(
      `select indisvalid from pg_index where indexrelid = 'event_store.event_id_place'::regclass`,
    )
    expect(rows).toEqual([{ indisvalid: true }])
  })
  await before.close()
  await old.drop()
  rmSync(dir, { recursive: true })
})
