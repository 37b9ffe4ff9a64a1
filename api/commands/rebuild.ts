/**
 * `npm run rebuild`: rebuilds the read models from the whole log and swaps them with the live ones. Safe while servers
 * run on the same database.
 */
import { systemClock } from '../../events/ids.ts'
import { migrateEventStore } from '../../events/store/postgres/event-store-schema.ts'
import { rebuildProjections } from '../../projections/rebuild.ts'
import { loadConfig } from '../config/load.ts'
import { borrowEmbeddedPostgres } from '../database/embedded/start.ts'
import { createLogger } from '../logging/logger.ts'
import { openLedger } from '../wallet/ledger.ts'
import { UNLIMITED_GRANTS } from '../wallet/welcome-grants.ts'
import { inOperatorTrail } from '../security-trail/operator-events.ts'

const config = loadConfig()
const log = createLogger(config.logLevel)
const onGone = (error: Error) => {
  console.error(error.message)
  process.exit(1)
}
const embedded =
  config.databaseUrl === null ? await borrowEmbeddedPostgres({ dataDir: config.dataDir, log, onGone }) : null
const databaseUrl = embedded?.url ?? config.migrationDatabaseUrl ?? config.databaseUrl ?? ''
await migrateEventStore(databaseUrl)
// Never called: this tool opens no wallets and sends nothing.
const formerAccounts = () => Promise.resolve([])
const ledger = await openLedger({
  ...config,
  databaseUrl,
  formerAccounts,
  welcomeGrants: UNLIMITED_GRANTS,
  clock: systemClock,
  log,
})
try {
  const { events, position, ms } = await inOperatorTrail(databaseUrl, 'npm run rebuild', () =>
    rebuildProjections({ store: ledger.store, url: databaseUrl, log }),
  )
  console.log(
    `Built the read models from ${events} events up to position ${position} in ${(ms / 1000).toFixed(1)} s.`,
  )
} finally {
  await ledger.close()
  await embedded?.stop()
}
