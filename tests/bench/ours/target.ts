import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool } from '../../../api/database/database.ts'
import { prepareDatabase } from '../../../api/database/roles.ts'
import { createEventStoreDbStore } from '../../../events/store/eventstoredb/store.ts'
import { createPostgresEventStore } from '../../../events/store/postgres/postgres-event-store.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import { freePort } from '../../support/free-port.ts'
import { startServer } from '../http/server-process.ts'
import {
  FUNDS_MINOR,
  HOT_FUNDS_MINOR,
  type RestartableTarget,
  type StartTarget,
  type Verification,
} from '../http/target.ts'
import { administer } from '../server.ts'
import { readBooks, type Books } from './books.ts'
import { insertMembers, signIn, type SignedInMember } from './members.ts'
import { fundWallet } from './wallets.ts'
import { READ_SCHEMA } from '../../../projections/schema.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
/** How long transfers may take to arrive after the load has ended. */
const SETTLE_MS = 30_000

/** The database user of the server, who owns nothing. */
const writerOf = (databaseUrl: string): string =>
  Object.assign(new URL(databaseUrl), { username: 'bench_writer', password: 'writes' }).href

/** The settings of production, without limits that would slow down a single address. */
const environment = (
  databaseUrl: string,
  port: number,
  sessionKey: string,
  dataDir: string,
): Record<string, string> => ({
  NODE_ENV: 'production',
  NODE_COMPILE_CACHE: path.join(dataDir, 'compiled'),
  // Every round has a new log, which would contradict the sealed checkpoints of an earlier one.
  DATA_DIR: dataDir,
  DATABASE_URL: writerOf(databaseUrl),
  HOST: '127.0.0.1',
  PUBLIC_URL: `https://localhost:${port}`,
  OIDC_ISSUER: 'https://identity.bench.example',
  OIDC_CLIENT_ID: 'bench',
  OIDC_CLIENT_SECRET: 'nobody signs in during the load',
  SESSION_KEYS: sessionKey,
  // The same each time, since a database may be served again.
  KEY_ENCRYPTION_KEY: createHash('sha256').update('bench').digest('base64'),
  // The example key of Go's note package: signatures of a benchmark are thrown away.
  LEDGER_LOG_KEY: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  PAYMENT_PROCESSOR: 'sandbox',
  CARRIER: 'sandbox',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
  RATE_LIMIT_SIGN_IN_PER_MINUTE: '1000000',
  RATE_LIMIT_MONEY_PER_MINUTE: '1000000',
  RATE_LIMIT_LOOKUP_PER_MINUTE: '1000000',
  RATE_LIMIT_HEAVY_PER_MINUTE: '1000000',
  RATE_LIMIT_LOOP_MS: process.env['RATE_LIMIT_LOOP_MS'] ?? '1000000',
})

/** Creates the tables and the rights of the server's user. */
export const prepareTables = (databaseUrl: string): Promise<void> =>
  prepareDatabase({ ownerUrl: databaseUrl, writerUrl: writerOf(databaseUrl), readerUrl: null })

const fundedAccounts = async (databaseUrl: string, store: EventStore): Promise<void> => {
  await prepareTables(databaseUrl)
  const pool = createPool(databaseUrl, { name: 'bench' })
  try {
    const memberIds = await insertMembers(pool)
    const funds = (index: number) => (index === 0 ? HOT_FUNDS_MINOR : FUNDS_MINOR)
    await Promise.all(memberIds.map((id, index) => fundWallet(store, id, funds(index))))
  } finally {
    await pool.end()
  }
}

const signedIn = async (databaseUrl: string, sessionKey: string): Promise<readonly SignedInMember[]> => {
  const pool = createPool(databaseUrl, { name: 'bench' })
  try {
    return await signIn(pool, sessionKey)
  } finally {
    await pool.end()
  }
}

/** The books once nothing is in flight any more, or as they are after {@link SETTLE_MS}. */
const settledBooks = async (store: EventStore, after: bigint): Promise<Books> => {
  const giveUpAt = Date.now() + SETTLE_MS
  for (;;) {
    const books = await readBooks(store, after)
    if (books.inFlightMinor === 0n || Date.now() > giveUpAt) return books
    await sleep(250)
  }
}

const verify = async (
  store: EventStore,
  after: bigint,
  acknowledged: readonly string[],
): Promise<Verification> => {
  const { owedMinor, inFlightMinor, sent, arrived } = await settledBooks(store, after)
  const repeats = (counts: ReadonlyMap<string, number>) => [...counts.values()].filter((n) => n > 1).length
  return {
    differenceMinor: owedMinor,
    inFlightMinor,
    missing: acknowledged.filter((id) => !sent.has(id) || !arrived.has(id)).length,
    doubled: repeats(sent) + repeats(arrived) + acknowledged.length - new Set(acknowledged).size,
    booked: sent.size,
  }
}

/** Events that the slowest read model has not processed yet. */
const backlog = (databaseUrl: string): Promise<number> =>
  administer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ behind: string | null }>(
      `select (select max(position) from event_store.event) - min(position) as behind from ${READ_SCHEMA}.checkpoint`,
    )
    return Number(rows[0]?.behind ?? 0)
  })

/** For a store whose positions have gaps: 1 if there is any {@link backlog}, otherwise 0. */
const isBehind = async (databaseUrl: string, store: EventStore): Promise<number> => {
  const head = await store.head()
  return administer(databaseUrl, async (client) => {
    const { rows } = await client.query<{ behind: boolean }>(
      `select coalesce(min(position) < $1, true) as behind from ${READ_SCHEMA}.checkpoint`,
      [head.toString()],
    )
    return rows[0]?.behind ? 1 : 0
  })
}

const startWith = async (
  store: EventStore,
  eventStoreUrl: string | null,
  databaseUrl: string,
  nodeOptions: readonly string[],
): Promise<RestartableTarget> => {
  const sessionKey = randomBytes(32).toString('base64url')
  const members = await signedIn(databaseUrl, sessionKey)
  const before = await store.head()
  const port = await freePort()
  const script = path.join(ROOT, 'api/main.ts')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'youtility-bench-'))
  const settings = {
    ...environment(databaseUrl, port, sessionKey, dataDir),
    ...(eventStoreUrl !== null && { EVENTSTORE_URL: eventStoreUrl }),
  }
  let server = await startServer(script, port, settings, nodeOptions)
  return {
    port,
    get pid() {
      return server.pid
    },
    startMs: server.startMs,
    accounts: members.map(({ handle, cookie }) => ({ handle, headers: `Cookie: ${cookie}\r\n` })),
    backlog: () => (eventStoreUrl === null ? backlog(databaseUrl) : isBehind(databaseUrl, store)),
    verify: (acknowledged) => verify(store, before, acknowledged),
    pause: () => server.stop(),
    restart: async () => {
      await server.stop()
      server = await startServer(script, port, settings, nodeOptions)
      return server.startMs
    },
    stop: async () => {
      await server.stop()
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The real server, `node api/main.ts`, with members who are signed in and have money. */
export const startOurs: StartTarget<RestartableTarget> = (databaseUrl, nodeOptions) =>
  startOursOn(null)(databaseUrl, nodeOptions)

/** As {@link startOurs}, with the ledger in the EventStoreDB at an address, or in Postgres. */
export const startOursOn =
  (eventStoreUrl: string | null): StartTarget<RestartableTarget> =>
  async (databaseUrl, nodeOptions) => {
    const store =
      eventStoreUrl === null
        ? createPostgresEventStore({ url: databaseUrl })
        : createEventStoreDbStore({ connectionString: eventStoreUrl })
    try {
      await fundedAccounts(databaseUrl, store)
      return await startWith(store, eventStoreUrl, databaseUrl, nodeOptions)
    } catch (error) {
      await store.close()
      throw error
    }
  }

/** As {@link startOurs}, on a database that already has members with money. */
export const startOursAgain: StartTarget<RestartableTarget> = async (databaseUrl, nodeOptions) => {
  const store = createPostgresEventStore({ url: databaseUrl })
  try {
    return await startWith(store, null, databaseUrl, nodeOptions)
  } catch (error) {
    await store.close()
    throw error
  }
}
