import { runner } from 'node-pg-migrate'
import { withClient } from './with-client.ts'

interface MigrateOptions {
  readonly url: string
  /** Folder of plain SQL files, `0001_what.sql` and so on, applied once each, the missing ones in the order of their numbers. */
  readonly dir: string
  /** Created if missing. The files name no schema: they run with this one as the search path. */
  readonly schema: string
  readonly log?: (message: string) => void
}

/**
 * Applies all missing migrations to a schema in one transaction. Several processes may start at once: an
 * advisory lock lets one migrate while the others wait.
 */
export const migrate = async ({ url, dir, schema, log }: MigrateOptions): Promise<void> => {
  // The library's own connection has no listener for errors, and it does not wait for its end: a database that is dropped
  // or restarted at that moment would end the process.
  await withClient(url, 'migrations', async (client) => {
    await runner({
      dbClient: client,
      dir,
      schema,
      createSchema: true,
      migrationsTable: 'migration',
      direction: 'up',
      singleTransaction: true,
      advisoryLockMode: 'wait',
      // Releases may number theirs in any order, since migrations only add and depend on older releases' alone; and a
      // database that a later release has migrated serves this one too.
      checkOrder: false,
      log: log ?? (() => {}),
    })
  })
}
