import path from 'node:path'
import { migrate } from '../events/store/postgres/migrate.ts'

/** The schema that readers use. It holds nothing that the log does not: it can be rebuilt at any time. */
export const READ_SCHEMA = 'read'
export const READ_MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/** Makes or updates the tables of the read models in `schema`; safe to call on every start. */
export const migrateReadModels = (
  url: string,
  schema: string = READ_SCHEMA,
  log?: (message: string) => void,
): Promise<void> => migrate({ url, dir: READ_MIGRATIONS, schema, ...(log && { log }) })
