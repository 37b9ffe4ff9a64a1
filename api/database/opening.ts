import { withClient } from '../../events/store/postgres/with-client.ts'
import type { Config } from '../config/config.ts'
import { mayRewriteLog, prepareDatabase } from './roles.ts'
import type { EmbeddedOptions } from './embedded/start.ts'
import type { Logger } from '../logging/logger.ts'
import { InvalidConfig } from '../config/invalid-config.ts'
import { migrateAll, migrationState } from './migrations.ts'
import { mayRaiseLevel } from './release-level.ts'
import { finishUpgrade, renewReadModels } from './renewed-read-models.ts'

/** Database user of the server in the embedded Postgres. */
const EMBEDDED_WRITER = 'youtility_app'

/** The same password as the owner's: whoever can read one could read the other. */
export const embeddedWriterUrl = (ownerUrl: string): string =>
  Object.assign(new URL(ownerUrl), { username: EMBEDDED_WRITER }).href

/** What `npm run migrate` does for read models, and `npm run migrate -- --finish`, which nobody runs in development. */
const renew = async (
  ownerUrl: string,
  { eventStoreUrl }: Pick<Config, 'eventStoreUrl'>,
  log: Logger,
): Promise<void> => {
  // An EventStoreDB may not answer yet: then the projections fill them, and nothing acts before they have.
  if (eventStoreUrl === null) await renewReadModels({ ownerUrl, eventStoreUrl, log })
  // A server of development may also run as somebody who owns nothing, in a database that was prepared for it.
  if (await withClient(ownerUrl, 'level', mayRaiseLevel)) await finishUpgrade(ownerUrl, log)
}

const sayWhatIsNewer = async (url: string, log: Logger): Promise<void> => {
  const { newer } = await migrationState(url)
  if (newer.length > 0)
    log.info({ migrations: newer }, 'The database has migrations of a later release, which only add to it')
}

/**
 * Prepares an external database. In production the server changes no table: `npm run migrate` does, as another user,
 * and the server refuses to run as a user who could rewrite the log.
 * @throws {InvalidConfig} with the remedy
 */
const ready = async (url: string, config: Config, log: Logger): Promise<void> => {
  const { migrationDatabaseUrl, environment } = config
  if (environment !== 'production') {
    if (migrationDatabaseUrl !== null) {
      await prepareDatabase({ ownerUrl: migrationDatabaseUrl, writerUrl: url, readerUrl: null })
      return renew(migrationDatabaseUrl, config, log)
    }
    if ((await migrationState(url)).missing.length > 0) await migrateAll(url)
    return renew(url, config, log)
  }
  if (migrationDatabaseUrl !== null)
    throw new InvalidConfig(
      'MIGRATION_DATABASE_URL is for npm run migrate, rebuild and ledger: a server of production must not have it',
    )
  const { missing } = await migrationState(url)
  if (missing.length > 0)
    throw new InvalidConfig(
      `The database is not ready for this release (${missing.length} migrations, the first is "${missing[0]}"): run npm run migrate with MIGRATION_DATABASE_URL`,
    )
  if (await mayRewriteLog(url))
    throw new InvalidConfig(
      'The user of DATABASE_URL could rewrite the ledger: give DATABASE_URL a user of its own, name the present one in MIGRATION_DATABASE_URL, and run npm run migrate (see docs/operators.md)',
    )
  return undefined
}

/**
 * Opens and prepares the database and returns its URL: the configured one, or that of an embedded server, which stops
 * with this process.
 */
export const openDatabase = async (
  config: Config,
  options: Omit<EmbeddedOptions, 'dataDir'>,
  defer: (stop: () => Promise<void>) => void,
): Promise<string> => {
  if (config.databaseUrl !== null) {
    await ready(config.databaseUrl, config, options.log)
    await sayWhatIsNewer(config.databaseUrl, options.log)
    return config.databaseUrl
  }
  const { startEmbeddedPostgres } = await import('./embedded/start.ts')
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, ...options })
  defer(embedded.stop)
  const writerUrl = embeddedWriterUrl(embedded.url)
  await prepareDatabase({ ownerUrl: embedded.url, writerUrl, readerUrl: null })
  await renew(embedded.url, config, options.log)
  await sayWhatIsNewer(embedded.url, options.log)
  return writerUrl
}
