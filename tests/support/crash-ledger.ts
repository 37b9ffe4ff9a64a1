import { Client } from 'pg'
import type { EventStore } from '../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { startStandInProcess } from './eventstoredb/process.ts'
import { realServer } from './eventstoredb/real.ts'

/** Where the servers of a crash test keep their ledger. */
export interface CrashLedger {
  /** What a server process needs to be told of it. */
  readonly env: Readonly<Record<string, string>>
  /** A look at it from outside; `databaseUrl` is where the read models are. */
  readonly open: (databaseUrl: string) => EventStore
  /** Breaks all connections to it and takes none, then takes them again; null where it is in the database itself. */
  readonly kill: (() => Promise<void>) | null
  /** From now on appends stay unanswered, until what it resolves to is called; null where that cannot be had. */
  readonly hold: ((databaseUrl: string) => Promise<() => Promise<void>>) | null
  /** Answers to commands are kept together with their events, so that none is lost without the other. */
  readonly keepsAnswers: boolean
  readonly stop: () => Promise<void>
}

/** While somebody else holds the log's lock, appends wait for it. */
const holdLog = async (databaseUrl: string): Promise<() => Promise<void>> => {
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query('select pg_advisory_lock(7310593858)')
  return () => holder.end()
}

const inPostgres: CrashLedger = {
  env: {},
  open: (url) => createPostgresEventStore({ url }),
  kill: null,
  hold: holdLog,
  keepsAnswers: true,
  stop: () => Promise.resolve(),
}

const inEventStoreDb = (
  connectionString: string,
  ledger: Pick<CrashLedger, 'kill' | 'hold' | 'stop'>,
): CrashLedger => ({
  ...ledger,
  env: { EVENTSTORE_URL: connectionString },
  open: () => createEventStoreDbStore({ connectionString }),
  keepsAnswers: false,
})

/** An EventStoreDB: the one that the environment names, else the stand-in, over real gRPC, in a process of its own. */
export const startEventStoreDbLedger = async (): Promise<CrashLedger> => {
  const real = realServer()
  if (real) {
    const kill = async () => {
      await real.killServer()
      await real.startServer()
    }
    return inEventStoreDb(real.connectionString, {
      kill: real.killable ? kill : null,
      hold: null,
      stop: () => Promise.resolve(),
    })
  }
  const standIn = await startStandInProcess()
  return inEventStoreDb(`esdb://127.0.0.1:${standIn.port}?tls=false`, {
    kill: async () => {
      await standIn.kill()
      await standIn.start()
    },
    hold: async () => {
      await standIn.hold()
      return () => standIn.release()
    },
    stop: () => standIn.stop(),
  })
}

/**
 * The one switch of the crash suite: `CRASH_LEDGER=eventstoredb npm run test:crash`; Postgres without it. With
 * EVENTSTORE_URL the ledger is in a real server, which must have nothing in it before each file: what is in it is reckoned.
 */
export const startCrashLedger = async (): Promise<CrashLedger> =>
  process.env['CRASH_LEDGER'] === 'eventstoredb' ? startEventStoreDbLedger() : inPostgres
