import { escapeIdentifier, escapeLiteral, type ClientBase } from 'pg'
import { withClient } from '../events/store/postgres/with-client.ts'
import { SCHEMA_SQL, SHAPE } from './schema.ts'

/** The schema that readers use. All of it comes from the log, so it can be rebuilt at any time. */
export const READ_SCHEMA = 'read'

/** Whether the tables are those of this release; otherwise all read models have to be rebuilt. */
export const isOfThisRelease = async (client: ClientBase, schema: string): Promise<boolean> => {
  const { rows } = await client.query<{ shape: string | null }>(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as shape`,
    [escapeIdentifier(schema)],
  )
  return rows[0]?.shape === SHAPE
}

/** Whether there are read models that a rebuild can replace. */
export const hasReadModels = async (client: ClientBase, schema: string): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${escapeIdentifier(schema)}.pass`,
  ])
  return rows[0]?.there === true
}

/**
 * Creates the tables of the read models in `schema` if there are none; safe to call on every start, and by several
 * processes at once. Tables of another release stay and are read until a rebuild replaces them. Only a schema from
 * before the table `pass` is dropped at once.
 */
export const migrateReadModels = async (url: string, schema: string = READ_SCHEMA): Promise<void> => {
  await withClient(url, 'read models', async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `youtility schema ${schema}`,
    ])
    if (!(await hasReadModels(client, schema))) {
      const name = escapeIdentifier(schema)
      await client.query(`drop schema if exists ${name} cascade; create schema ${name};
        set local search_path to ${name}; ${SCHEMA_SQL}
        comment on schema ${name} is ${escapeLiteral(SHAPE)}`)
    }
    await client.query('commit')
  })
}
