import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { type Client, DatabaseError, escapeIdentifier } from 'pg'
import { withClient } from '../../events/store/postgres/with-client.ts'
import {
  EVENT_STORE_MIGRATIONS,
  migrateEventStore,
  SCHEMA,
} from '../../events/store/postgres/event-store-schema.ts'
import { migrate } from '../../events/store/postgres/migrate.ts'
import { APP_SCHEMA } from './app-schema.ts'
import { requirePostgres } from './postgres-version.ts'
import { beginLevel, requireLevel } from './release-level.ts'
import { hasReadModels, migrateReadModels } from '../../projections/migrate.ts'
import { READ_SCHEMA } from '../../projections/schema.ts'

const APP_MIGRATIONS = path.join(import.meta.dirname, '..', 'migrations')

/**
 * Creates or updates all three schemas, as the owner of their tables.
 * @throws {InvalidConfig} the version of the database server is too old, or the database is a later release's
 */
export const migrateAll = async (url: string): Promise<void> => {
  await withClient(url, 'version', async (client) => {
    await requirePostgres(client)
    await requireLevel(client)
  })
  await migrateEventStore(url)
  await migrateReadModels(url)
  await migrate({ url, dir: APP_MIGRATIONS, schema: APP_SCHEMA })
  await withClient(url, 'level', beginLevel)
}

const FOLDERS = [
  [SCHEMA, EVENT_STORE_MIGRATIONS],
  [APP_SCHEMA, APP_MIGRATIONS],
] as const

/** Postgres error codes: the schema or its table of migrations does not exist. */
const UNDEFINED_TABLE_CODES = new Set(['42P01', '3F000'])

const appliedIn = async (client: Client, schema: string): Promise<Set<string>> => {
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

export interface MigrationState {
  /** This release's migrations that have not been applied, and its read models if there are none. */
  readonly missing: readonly string[]
  /** Applied migrations that this release does not have: those of a later one. Migrations only add, so it can go on. */
  readonly newer: readonly string[]
}

/**
 * Compares the database with this release's migrations; all are named with their schema.
 * @throws {InvalidConfig} the version of the database server is too old, or the database is a later release's
 */
export const migrationState = async (url: string): Promise<MigrationState> => {
  return withClient(url, 'migrations', async (client) => {
    await requirePostgres(client)
    await requireLevel(client)
    const missing = (await hasReadModels(client, READ_SCHEMA)) ? [] : [`${READ_SCHEMA} tables`]
    const newer: string[] = []
    for (const [schema, dir] of FOLDERS) {
      const applied = await appliedIn(client, schema)
      const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).toSorted()
      const names = new Set(files.map((file) => file.slice(0, -'.sql'.length)))
      missing.push(...[...names.difference(applied)].map((name) => `${schema} ${name}`))
      newer.push(...[...applied.difference(names)].map((name) => `${schema} ${name}`))
    }
    return { missing, newer }
  })
}
