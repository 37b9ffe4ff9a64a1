import path from 'node:path'
import { migrate } from './migrate.ts'

export const SCHEMA = 'event_store'
export const EVENT_STORE_MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/** Creates or updates the schema of the event store and of the snapshots; safe to call on every start. */
export const migrateEventStore = (url: string, log?: (message: string) => void): Promise<void> =>
  migrate({ url, dir: EVENT_STORE_MIGRATIONS, schema: SCHEMA, ...(log && { log }) })
