import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Client, DatabaseError, escapeIdentifier } from 'pg'
import { withClient } from '../events/store/postgres/with-client.ts'
import {
  EVENT_STORE_MIGRATIONS,
  migrateEventStore,
  SCHEMA,
} from '../events/store/postgres/event-store-schema.ts'
import { migrate } from '../events/store/postgres/migrate.ts'
import { requirePostgres } from './postgres-version.ts'
import { hasReadModels, migrateReadModels } from '../projections/migrate.ts'
import { READ_SCHEMA } from '../projections/schema.ts'

export const APP_SCHEMA = 'app'
const APP_MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/**
 * Creates or updates all three schemas, as the owner of their tables.
 * @throws {InvalidConfig} the version of the database server is too old
 */
export const migrateAll = async (url: string): Promise<void> => {
  await withClient(url, 'version', requirePostgres)
  await migrateEventStore(url)
  await migrateReadModels(url)
  await migrate({ url, dir: APP_MIGRATIONS, schema: APP_SCHEMA })
}

const FOLDERS = [
  [SCHEMA, EVENT_STORE_MIGRATIONS],
  [APP_SCHEMA, APP_MIGRATIONS],
] as const

/** Postgres error codes: the schema or its table of migrations does not exist. */
const UNDEFINED_TABLE_CODES = new Set(['42P01', '3F000'])

const appliedIn = async (client: Client, schema: string): Promise<ReadonlySet<string>> => {
  try {
    const { rows } = await client.query<{ name: string }>(
      `select name from ${escapeIdentifier(schema)}.migration`,
    )
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    if (error instanceof DatabaseError && UNDEFINED_TABLE_CODES.has(error.code ?? '')) return new Set()
    throw error
  }
}

/**
 * Names of this release's migrations, with their schema, that have not been applied to the database, and the read
 * models if there are none at all. Migrations of a later release are ignored.
 * @throws {InvalidConfig} the version of the database server is too old
 */
export const missingMigrations = async (url: string): Promise<string[]> => {
  return withClient(url, 'migrations', async (client) => {
    await requirePostgres(client)
    const missing = (await hasReadModels(client, READ_SCHEMA)) ? [] : [`${READ_SCHEMA} tables`]
    for (const [schema, dir] of FOLDERS) {
      const applied = await appliedIn(client, schema)
      const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).toSorted()
      missing.push(
        ...files
          .map((file) => file.slice(0, -'.sql'.length))
          .filter((name) => !applied.has(name))
          .map((name) => `${schema} ${name}`),
      )
    }
    return missing
  })
}
