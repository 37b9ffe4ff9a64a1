import { escapeIdentifier, type ClientBase } from 'pg'
import { withClient } from '../events/store/postgres/with-client.ts'
import { READ_SCHEMA, SCHEMA_SQL } from './schema.ts'

/** Whether there are read models that a rebuild can replace. */
export const hasReadModels = async (client: ClientBase, schema: string): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${escapeIdentifier(schema)}.pass`,
  ])
  return rows[0]?.there === true
}

/** Whether no event has been applied to the read models of this release. */
export const areEmpty = async (client: ClientBase): Promise<boolean> => {
  const { rows } = await client.query(`select from ${READ_SCHEMA}.pass where position > 0 limit 1`)
  return rows.length === 0
}

/**
 * Creates the tables of the read models in `schema` if there are none; safe to call on every start, and by several
 * processes at once. Those of other releases, in schemas of their own, are left alone.
 */
export const migrateReadModels = async (url: string, schema: string = READ_SCHEMA): Promise<void> => {
  await withClient(url, 'read models', async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `youtility schema ${schema}`,
    ])
    if (!(await hasReadModels(client, schema))) {
      const name = escapeIdentifier(schema)
      await client.query(`create schema ${name}; set local search_path to ${name}; ${SCHEMA_SQL}`)
    }
    await client.query('commit')
  })
}
