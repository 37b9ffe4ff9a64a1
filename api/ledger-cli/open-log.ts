import type { EventStore } from '../../events/store/event-store.ts'
import { createEventStoreDbStore } from '../../events/store/eventstoredb/store.ts'
import { createPostgresEventStore } from '../../events/store/postgres/postgres-event-store.ts'
import { VARIABLES } from '../config-variables.ts'
import { borrowEmbeddedPostgres } from '../embedded-postgres.ts'
import { createLogger } from '../http/logger.ts'

/** The log to be read, and where its read models are. */
export interface OpenLog {
  readonly store: EventStore
  /** Positions are 1, 2, 3 …: a missing one is a missing event. */
  readonly dense: boolean
  /** Of the database with the read models, in which every transaction is read-only. */
  readonly databaseUrl: string
  /** The same database, for the one thing that is written: a schema to build read models in, dropped afterwards. */
  readonly writableUrl: string
  /** The same database as the server's user, read-only: the tables of the application. */
  readonly applicationUrl: string
  /** The same database as the owner of its tables. */
  readonly ownerUrl: string
  readonly close: () => Promise<void>
}

/** Postgres itself then refuses whatever would write. */
const readOnly = (databaseUrl: string): string => {
  const url = new URL(databaseUrl)
  const options = url.searchParams.get('options') ?? ''
  url.searchParams.set('options', `${options} -c default_transaction_read_only=on`.trim())
  return url.href
}

/**
 * Opens what the server of this machine uses: EVENTSTORE_URL where it is set, else READER_DATABASE_URL, else DATABASE_URL,
 * else the embedded Postgres below DATA_DIR: that of a running server, or one started for as long as this takes. No
 * other setting is needed; what changes tables goes by MIGRATION_DATABASE_URL where it is set.
 */
export const openLog = async (env: Readonly<Record<string, string | undefined>>): Promise<OpenLog> => {
  const dataDir = env['DATA_DIR']?.trim() || VARIABLES.DATA_DIR.development || '.data'
  const owner = env['MIGRATION_DATABASE_URL']?.trim() || undefined
  const given = env['READER_DATABASE_URL']?.trim() || env['DATABASE_URL']?.trim() || owner
  const eventStoreUrl = env['EVENTSTORE_URL']?.trim()
  const gone: { error: Error | null } = { error: null }
  const embedded = given
    ? null
    : await borrowEmbeddedPostgres({
        dataDir,
        log: createLogger('silent'),
        onGone: (error) => {
          gone.error = error
        },
      })
  const writableUrl = embedded?.url ?? given ?? ''
  const databaseUrl = readOnly(writableUrl)
  const store = eventStoreUrl
    ? createEventStoreDbStore({ connectionString: eventStoreUrl })
    : createPostgresEventStore({ url: databaseUrl })
  return {
    store,
    dense: !eventStoreUrl,
    databaseUrl,
    writableUrl,
    applicationUrl: readOnly(env['DATABASE_URL']?.trim() || writableUrl),
    ownerUrl: owner ?? (env['DATABASE_URL']?.trim() || writableUrl),
    close: async () => {
      await store.close()
      await embedded?.stop()
      if (gone.error) throw gone.error
    },
  }
}
