import { escapeIdentifier, type Client } from 'pg'

/** A table of read models. */
export interface Table {
  readonly name: string
  /** In alphabetical order, as migrations may have added them in any; generated columns come last. */
  readonly columns: readonly string[]
  /** Columns of the primary key. */
  readonly key: readonly string[]
}

/** Tables about when and how far the others were built. */
const OUTSIDE = ['projection', 'pass']

export const tablesOf = async (client: Client, schema: string): Promise<readonly Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name,
       array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
         order by attgenerated <> '', attname) as columns,
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

export const list = (names: readonly string[]): string => names.map(escapeIdentifier).join(', ')
export const inSchema = (schema: string, { name }: Table): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`

const PAGE_ROWS = 5_000

/** Columns and values of a row as Postgres writes them. */
export type Row = Readonly<Record<string, string | null>>

/** Every row in the order of the key, as one text each. The client must be in a transaction. */
export async function* rowTexts(
  client: Client,
  schema: string,
  table: Table,
): AsyncGenerator<readonly string[]> {
  await client.query(
    `declare rows_of_table no scroll cursor for select row(${list(table.columns)})::text as row
     from ${inSchema(schema, table)} order by ${list(table.key)}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${PAGE_ROWS} from rows_of_table`)
    yield rows.map(({ row }) => row)
    if (rows.length < PAGE_ROWS) break
  }
  await client.query('close rows_of_table')
}

/** Keeps the columns' names, so an `order by` must name the table: sorting by the texts would give another order. */
const asTexts = (table: Table): string =>
  table.columns.map((name) => `${escapeIdentifier(name)}::text`).join(', ')

/** The row at a place in the order of the key, counted from 0. */
export const rowAt = async (
  client: Client,
  schema: string,
  table: Table,
  place: number,
): Promise<Row | null> => {
  const { rows } = await client.query<Row>(
    `select ${asTexts(table)} from ${inSchema(schema, table)} as t
     order by ${table.key.map((name) => `t.${escapeIdentifier(name)}`).join(', ')} limit 1 offset $1`,
    [place],
  )
  return rows[0] ?? null
}

/** The row with the same key as another one. */
export const rowLike = async (
  client: Client,
  schema: string,
  table: Table,
  other: Row,
): Promise<Row | null> => {
  const where = table.key.map((name, index) => `${escapeIdentifier(name)}::text = $${index + 1}`)
  const { rows } = await client.query<Row>(
    `select ${asTexts(table)} from ${inSchema(schema, table)} where ${where.join(' and ')}`,
    table.key.map((name) => other[name] ?? null),
  )
  return rows[0] ?? null
}
