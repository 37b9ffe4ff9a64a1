import type { Client } from 'pg'
import { APP_SCHEMA } from '../database/app-schema.ts'
import { SCHEMA as EVENT_STORE } from '../../events/store/postgres/event-store-schema.ts'

/** A table of a backup; names are quoted where SQL needs it. */
export interface Table {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

/** Tables that are made anew: each release's own migrations, and what is derived from the log. */
const LEFT_OUT = [
  `${APP_SCHEMA}.migration`,
  `${EVENT_STORE}.migration`,
  `${EVENT_STORE}.snapshot`,
  `${EVENT_STORE}.statement_mark`,
]

const TABLES = `
  select quote_ident(n.nspname) as schema, quote_ident(c.relname) as name,
    array_agg(quote_ident(a.attname) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where n.nspname = any ($1) and c.relkind = 'r' and n.nspname || '.' || c.relname <> all ($2)
  group by n.nspname, c.relname order by n.nspname, c.relname`

const REFERENCES = `
  select distinct f.conrelid::regclass::text as from, f.confrelid::regclass::text as to
  from pg_constraint f join pg_namespace n on n.oid = f.connamespace
  where f.contype = 'f' and n.nspname = any ($1) and f.conrelid <> f.confrelid`

const SCHEMAS = [APP_SCHEMA, EVENT_STORE]

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${schema}.${name}`

/** The tables of the application and of the log, each after those it refers to. */
export const tablesOf = async (client: Client): Promise<readonly Table[]> => {
  const { rows } = await client.query<Table>(TABLES, [SCHEMAS, LEFT_OUT])
  const { rows: references } = await client.query<{ from: string; to: string }>(REFERENCES, [SCHEMAS])
  const ordered: Table[] = []
  for (let left = rows; left.length > 0;) {
    const names = new Set(left.map(nameOf))
    const free = left.filter(
      (table) => !references.some(({ from, to }) => from === nameOf(table) && names.has(to)),
    )
    if (free.length === 0) throw new Error('Tables refer to one another in a circle')
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}
