import type { EventStore } from '../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { startStandInProcess } from './eventstoredb/process.ts'

/** Where the servers of a crash test keep their ledger. */
export interface CrashLedger {
  /** What a server process needs to be told of it. */
  readonly env: Readonly<Record<string, string>>
  /** A look at it from outside; `databaseUrl` is where the read models are. */
  readonly open: (databaseUrl: string) => EventStore
  /** Breaks all connections to it and takes none, then takes them again; null where it is in the database itself. */
  readonly kill: (() => Promise<void>) | null
  /** Answers to commands are kept together with their events, so that none is lost without the other. */
  readonly keepsAnswers: boolean
  readonly stop: () => Promise<void>
}

const inPostgres: CrashLedger = {
  env: {},
  open: (url) => createPostgresEventStore({ url }),
  kill: null,
  keepsAnswers: true,
  stop: () => Promise.resolve(),
}

/** An EventStoreDB: the stand-in, over real gRPC, in a process of its own. */
export const startEventStoreDbLedger = async (): Promise<CrashLedger> => {
  const standIn = await startStandInProcess()
  const connectionString = `esdb://127.0.0.1:${standIn.port}?tls=false`
  return {
    env: { EVENTSTORE_URL: connectionString },
    open: () => createEventStoreDbStore({ connectionString }),
    kill: async () => {
      await standIn.kill()
      await standIn.start()
    },
    keepsAnswers: false,
    stop: () => standIn.stop(),
  }
}

/**
 * The one switch of the crash suite: `CRASH_LEDGER=eventstoredb npm run test:crash`; Postgres without it. Tests that hold
 * the Postgres log's own lock keep to Postgres.
 */
export const startCrashLedger = async (): Promise<CrashLedger> =>
  process.env['CRASH_LEDGER'] === 'eventstoredb' ? startEventStoreDbLedger() : inPostgres
