import type { Config } from './config.ts'
import { mayRewriteLog, prepareDatabase } from './database-roles.ts'
import type { EmbeddedOptions } from './embedded-postgres.ts'
import type { Logger } from './http/logger.ts'
import { InvalidConfig } from './invalid-config.ts'
import { migrateAll, missingMigrations } from './migrations.ts'
import { renewReadModels, staleReadModels } from './renewed-read-models.ts'

/** The user of the embedded Postgres that the server runs as. */
const EMBEDDED_WRITER = 'youtility_app'

/**
 * Readies a database that others run. In production the server changes no table: `npm run migrate` did, as another
 * user, and the server refuses to work as one who could rewrite the log.
 * @throws {InvalidConfig} with the remedy
 */
const ready = async (
  url: string,
  { migrationDatabaseUrl, eventStoreUrl, environment }: Config,
  log: Logger,
): Promise<void> => {
  if (environment !== 'production') {
    if (migrationDatabaseUrl !== null) {
      await prepareDatabase({ ownerUrl: migrationDatabaseUrl, writerUrl: url, readerUrl: null })
      return renewReadModels({ ownerUrl: migrationDatabaseUrl, eventStoreUrl, log })
    }
    if ((await missingMigrations(url)).length > 0) await migrateAll(url)
    return renewReadModels({ ownerUrl: url, eventStoreUrl, log })
  }
  if (migrationDatabaseUrl !== null)
    throw new InvalidConfig(
      'MIGRATION_DATABASE_URL is for npm run migrate, rebuild and ledger: a server of production must not have it',
    )
  const missing = await missingMigrations(url)
  if (missing.length > 0)
    throw new InvalidConfig(
      `The database is not ready for this release (${missing.length} migrations, the first is "${missing[0]}"): run npm run migrate with MIGRATION_DATABASE_URL`,
    )
  const stale = await staleReadModels(url)
  if (stale.length > 0)
    throw new InvalidConfig(
      `The read models are those of another release (${stale.join(', ')}): run npm run migrate with MIGRATION_DATABASE_URL, which builds them anew`,
    )
  if (await mayRewriteLog(url))
    throw new InvalidConfig(
      'The user of DATABASE_URL could rewrite the ledger: give DATABASE_URL a user of its own, name the present one in MIGRATION_DATABASE_URL, and run npm run migrate (see docs/operators.md)',
    )
  return undefined
}

/**
 * The URL that the server works with, of a database that is ready: the configured one, or that of a server of our own,
 * which ends with this process.
 */
export const openDatabase = async (
  config: Config,
  options: Omit<EmbeddedOptions, 'dataDir'>,
  defer: (stop: () => Promise<void>) => void,
): Promise<string> => {
  if (config.databaseUrl !== null) {
    await ready(config.databaseUrl, config, options.log)
    return config.databaseUrl
  }
  const { startEmbeddedPostgres } = await import('./embedded-postgres.ts')
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, ...options })
  defer(embedded.stop)
  // Whoever can read the owner's password can read this one: the same will do.
  const writerUrl = Object.assign(new URL(embedded.url), { username: EMBEDDED_WRITER }).href
  await prepareDatabase({ ownerUrl: embedded.url, writerUrl, readerUrl: null })
  await renewReadModels({ ownerUrl: embedded.url, eventStoreUrl: config.eventStoreUrl, log: options.log })
  return writerUrl
}
