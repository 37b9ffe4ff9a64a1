import { createHash } from 'node:crypto'
import { type Client, escapeIdentifier } from 'pg'
import { withClient } from '../events/store/postgres/with-client.ts'
import { rowTexts, tablesOf, type Table } from './compare/tables.ts'
import { READ_SCHEMA } from './schema.ts'

interface ReadModelDigest {
  /** SHA-256 over all tables, hexadecimal. */
  readonly digest: string
  /** The same for each table. */
  readonly tables: Readonly<Record<string, string>>
  /** The position of each projection. */
  readonly positions: Readonly<Record<string, bigint>>
}

const digestTable = async (client: Client, schema: string, table: Table): Promise<string> => {
  const hash = createHash('sha256')
  for await (const rows of rowTexts(client, schema, table))
    for (const row of rows) hash.update(row).update('\n')
  return hash.digest('hex')
}

/**
 * A fingerprint of all rows in key order, at one moment. Read models that were built from the same
 * events have the same one, so that an auditor can prove that dropping and rebuilding them gives identical rows.
 */
export const readModelDigest = async (
  url: string,
  schema: string = READ_SCHEMA,
): Promise<ReadModelDigest> => {
  return withClient(url, 'digest', async (client) => {
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'`)
    await client.query('begin transaction isolation level repeatable read read only')
    const tables: Record<string, string> = {}
    for (const table of await tablesOf(client, schema)) {
      tables[table.name] = await digestTable(client, schema, table)
    }
    const known = await client.query<{ name: string; position: string }>(
      `select name, position::text from ${escapeIdentifier(schema)}.checkpoint order by name`,
    )
    const positions = Object.fromEntries(known.rows.map(({ name, position }) => [name, BigInt(position)]))
    const digest = createHash('sha256').update(JSON.stringify(tables)).digest('hex')
    return { digest, tables, positions }
  })
}
