import type { EventStore } from '../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { startStandInProcess } from './eventstoredb/process.ts'
import { realServer } from './eventstoredb/real.ts'
import { openClient } from './open-client.ts'

/** The ledger store of a crash test's servers. */
export interface CrashLedger {
  /** Environment variables that make a server process use it. */
  readonly env: Readonly<Record<string, string>>
  /** Opens it from outside the server; `databaseUrl` is the database of the read models. */
  readonly open: (databaseUrl: string) => EventStore
  /** Breaks its connections and refuses new ones, then accepts them again; null where it is in the database itself. */
  readonly kill: (() => Promise<void>) | null
  /** Leaves appends unanswered until the function that it resolves to is called; null where this is not supported. */
  readonly hold: ((databaseUrl: string) => Promise<() => Promise<void>>) | null
  /** Answers to commands are committed together with their events, so neither is lost without the other. */
  readonly keepsAnswers: boolean
  readonly stop: () => Promise<void>
}

/** Takes the log's lock, for which appends wait, until the returned function is called. */
const holdLog = async (databaseUrl: string): Promise<() => Promise<void>> => {
  const holder = await openClient(databaseUrl)
  await holder.query('select pg_advisory_lock(7310593858)')
  return () => holder.end()
}

export const IN_POSTGRES: CrashLedger = {
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

/** An EventStoreDB over real gRPC: the one that the environment names, else the stand-in in a separate process. */
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
 * Chooses the ledger of the crash suite: `CRASH_LEDGER=eventstoredb npm run test:crash`, or Postgres without it. With
 * EVENTSTORE_URL the ledger is in a real server, which must be empty before each file: the audit reads all of it.
 */
export const startCrashLedger = async (): Promise<CrashLedger> =>
  process.env['CRASH_LEDGER'] === 'eventstoredb' ? startEventStoreDbLedger() : IN_POSTGRES
