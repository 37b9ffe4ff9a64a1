import type { EventStore } from '../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { readDatabaseUrl } from '../config/connections.ts'
import { withFiles } from '../config/from-files.ts'
import { VARIABLES } from '../config/variables.ts'
import { borrowEmbeddedPostgres } from '../database/embedded/start.ts'
import { createLogger } from '../logging/logger.ts'

/** The log to read, and the URLs of the database with its read models. */
export interface OpenLog {
  readonly store: EventStore
  /** Positions are 1, 2, 3 …: a missing one is a missing event. */
  readonly dense: boolean
  /** URL of the database with the read models; all its transactions are read-only. */
  readonly databaseUrl: string
  /** The same database, writable: for the operators' trail, key rotation, and a temporary schema of read models. */
  readonly writableUrl: string
  /** The same database as the server's user, read-only: for the application's tables. */
  readonly applicationUrl: string
  /** The same database as the owner of its tables. */
  readonly ownerUrl: string
  readonly close: () => Promise<void>
}

/** Makes Postgres itself reject every write. */
const readOnly = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  const options = url.searchParams.get('options') ?? ''
  url.searchParams.set('options', `${options} -c default_transaction_read_only=on`.trim())
  return url.href
}

/**
 * Opens the log of this machine's server: EVENTSTORE_URL where it is set, else READER_DATABASE_URL, else
 * MIGRATION_DATABASE_URL, else DATABASE_URL, else the embedded Postgres below DATA_DIR: a running server's, or one started for this command. No other setting is
 * needed; commands that change tables use MIGRATION_DATABASE_URL where it is set.
 */
export const openLog = async (given: Readonly<Record<string, string | undefined>>): Promise<OpenLog> => {
  const env = withFiles(given)
  const dataDir = env['DATA_DIR']?.trim() || VARIABLES.DATA_DIR.development || '.data'
  const owner = readDatabaseUrl(env, 'MIGRATION_DATABASE_URL')
  const application = readDatabaseUrl(env, 'DATABASE_URL')
  // The server's user may create no schema, in which replay compares; where the owner's is given too, an operator runs this.
  const url = readDatabaseUrl(env, 'READER_DATABASE_URL') ?? owner ?? application
  const eventStoreUrl = env['EVENTSTORE_URL']?.trim()
  const gone: { error: Error | null } = { error: null }
  const embedded = url
    ? null
    : await borrowEmbeddedPostgres({
        dataDir,
        log: createLogger('silent'),
        onGone: (error) => {
          gone.error = error
        },
      })
  const writableUrl = embedded?.url ?? url ?? ''
  const databaseUrl = readOnly(writableUrl)
  const store = eventStoreUrl
    ? createEventStoreDbStore({ connectionString: eventStoreUrl })
    : createPostgresEventStore({ url: databaseUrl })
  return {
    store,
    dense: !eventStoreUrl,
    databaseUrl,
    writableUrl,
    applicationUrl: readOnly(application ?? writableUrl),
    ownerUrl: owner ?? application ?? writableUrl,
    close: async () => {
      await store.close()
      await embedded?.stop()
      if (gone.error) throw gone.error
    },
  }
}
