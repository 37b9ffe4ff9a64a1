import { escapeIdentifier, escapeLiteral, type ClientBase } from 'pg'
import { withClient } from '../events/store/postgres/with-client.ts'
import { SCHEMA_SQL, SHAPE } from './schema.ts'

/** The schema that readers use. It holds nothing that the log does not: it can be rebuilt at any time. */
export const READ_SCHEMA = 'read'

/** Whether the tables are those that this release makes; of another one's, everything has to be built anew. */
export const isOfThisRelease = async (client: ClientBase, schema: string): Promise<boolean> => {
  const { rows } = await client.query<{ shape: string | null }>(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as shape`,
    [escapeIdentifier(schema)],
  )
  return rows[0]?.shape === SHAPE
}

/** Whether there are read models that a rebuild can take the place of. */
export const hasReadModels = async (client: ClientBase, schema: string): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    `${escapeIdentifier(schema)}.pass`,
  ])
  return rows[0]?.there === true
}

/**
 * Makes the tables of the read models in `schema` where there are none; safe to call on every start, and by several
 * processes at once. Those of another release stay: they are shown until a rebuild has made others. Only what is
 * older than the table of passes gives way at once.
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
