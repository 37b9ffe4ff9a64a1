import path from 'node:path'
import { migrate } from './migrate.ts'
import { withClient } from './with-client.ts'

export const SCHEMA = 'event_store'
export const EVENT_STORE_MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/**
 * Builds the index over event ids of migration 0370 where a log exists without it. Within the migration it would hold
 * up the appends of the release before for as long as it takes to read the log.
 */
const indexIds = (url: string): Promise<void> =>
  withClient(url, 'index over event ids', async (client) => {
    const { rows } = await client.query<{ has_log: boolean; is_valid: boolean | null }>(
      `select to_regclass('${SCHEMA}.event') is not null as has_log,
         (select indisvalid from pg_index where indexrelid = to_regclass('${SCHEMA}.event_id_place')) as is_valid`,
    )
    const [{ has_log: hasLog, is_valid: isValid } = { has_log: false, is_valid: null }] = rows
    if (!hasLog || isValid === true) return
    if (isValid === false) await client.query(`drop index concurrently if exists ${SCHEMA}.event_id_place`)
    await client.query(
      `create index concurrently if not exists event_id_place on ${SCHEMA}.event using hash (event_id)`,
    )
  })

/** Creates or updates the schema of the event store and of the snapshots; safe to call on every start. */
export const migrateEventStore = async (url: string, log?: (message: string) => void): Promise<void> => {
  await indexIds(url)
  await migrate({ url, dir: EVENT_STORE_MIGRATIONS, schema: SCHEMA, ...(log && { log }) })
}
