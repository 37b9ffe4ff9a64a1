import { createHash } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { READ_SCHEMA } from './migrate.ts'

export interface ReadModelDigest {
  /** SHA-256 over all tables, hexadecimal. */
  readonly digest: string
  /** The same for each table. */
  readonly tables: Readonly<Record<string, string>>
  /** Where each projection stood. */
  readonly positions: Readonly<Record<string, bigint>>
}

/** These say when and how far something was built, not what. */
const OUTSIDE = ['checkpoint', 'migration']
const PAGE_ROWS = 5_000

interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly key: readonly string[]
}

const tablesOf = async (client: Client, schema: string): Promise<readonly Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         order by attname) as columns,
       array(select a.attname::text from unnest(i.indkey) with ordinality as part (attnum, place)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum order by place) as key
     from pg_class c
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = $1::regnamespace and c.relkind = 'r' and c.relname <> all($2)
     order by c.relname`,
    [escapeIdentifier(schema), OUTSIDE],
  )
  return rows
}

const digestTable = async (client: Client, schema: string, table: Table): Promise<string> => {
  const hash = createHash('sha256')
  const list = (names: readonly string[]) => names.map(escapeIdentifier).join(', ')
  await client.query(
    `declare digest no scroll cursor for select row(${list(table.columns)})::text as row
     from ${escapeIdentifier(schema)}.${escapeIdentifier(table.name)} order by ${list(table.key)}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${PAGE_ROWS} from digest`)
    for (const { row } of rows) hash.update(row).update('\n')
    if (rows.length < PAGE_ROWS) break
  }
  await client.query('close digest')
  return hash.digest('hex')
}

/**
 * A fingerprint of all rows in key order, at one moment. Read models that were built from the same
 * events have the same one, so that an auditor can prove a rebuild changed nothing
 * (invariant: dropping and rebuilding gives identical rows).
 */
export const readModelDigest = async (
  url: string,
  schema: string = READ_SCHEMA,
): Promise<ReadModelDigest> => {
  const client = new Client({ connectionString: url, application_name: 'youtility digest' })
  await client.connect()
  try {
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
  } finally {
    await client.end()
  }
}
