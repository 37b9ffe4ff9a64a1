import { inPostgres, type Columns, type Table } from './table.ts'

/** The part of a table's description that its DDL needs. */
type Described = Pick<Table<Columns, string>, 'name' | 'key' | 'columns' | 'storage'>

/** The statements that create a table and its indexes in the schema of the search path. */
export const ddlOf = ({ name, key, columns, storage }: Described): string => {
  const { fillfactor, computed = {}, indexes = {}, check } = storage
  const parts = [
    ...Object.entries(computed).map(
      ([column, [type, sql]]) => `${column} ${type} not null generated always as (${sql}) stored`,
    ),
    ...Object.entries(columns).map(([column, { type, optional, check: holds }]) => {
      const stored = inPostgres(column)
      return `${stored} ${type}${optional ? '' : ' not null'}${holds ? ` check (${holds(stored)})` : ''}`
    }),
    `primary key (${key.map(inPostgres).join(', ')})`,
    ...(check === undefined ? [] : [`check (${check})`]),
  ]
  const table = `create table ${name} (\n  ${parts.join(',\n  ')}\n)`
  return [
    fillfactor === undefined ? table : `${table} with (fillfactor = ${fillfactor})`,
    ...Object.entries(indexes).map(([index, over]) => `create index ${index} on ${name} ${over}`),
  ]
    .map((statement) => `${statement};\n`)
    .join('')
}
