import { arrayLiteral } from './array-literal.ts'
import type { Column } from './columns.ts'
import type { Statement } from './projection.ts'
import { inPostgres, type Columns, type NewRow, type Table } from './table.ts'

/** Makes a statement from the rows of a batch; none when there are no rows. */
type Write<Row> = (rows: readonly Row[]) => readonly Statement[]

/** Sets columns to the values of the batch. */
export const setsOf = (names: readonly string[]): string =>
  names.map((name) => `${inPostgres(name)} = given.${inPostgres(name)}`).join(', ')

const sameKey = (key: readonly string[]): string =>
  key.map((column) => `known.${inPostgres(column)} = given.${inPostgres(column)}`).join(' and ')

const castOf = ({ type }: Column<unknown>, index: number): string => `$${index + 1}::${type}[]`

/** A statement's name, the table it writes, and the tables it reads that other statements write. */
interface Named {
  readonly name: string
  readonly writes: string
  readonly reads?: readonly string[]
}

/**
 * A statement over the rows of a batch, which its SQL uses as `given`; they are sent as one array per column.
 * @param rows number of rows it must touch for the given ones, null for any; default: as many as given
 */
export const statement = <C extends Columns>(
  named: Named,
  columns: C,
  text: (given: { readonly names: string; readonly source: string }) => string,
  rows: (given: readonly NewRow<C>[]) => number | null = (given) => given.length,
): Write<NewRow<C>> => {
  const each = Object.entries(columns)
  const names = each.map(([column]) => inPostgres(column)).join(', ')
  const casts = each.map(([, column], index) => castOf(column, index)).join(', ')
  const written = text({ names, source: `unnest(${casts}) as given (${names})` })
  return (given) => {
    if (given.length === 0) return []
    const said: readonly Readonly<Record<string, unknown>>[] = given
    const values = each.map(([key, column]) =>
      arrayLiteral(said.map((row) => column.encode(row[key] ?? null))),
    )
    return [{ ...named, text: written, values, rows: rows(given) }]
  }
}

/** Inserts rows that must not exist yet. */
export const insert = <C extends Columns, Key extends keyof C & string>({
  name,
  columns,
}: Table<C, Key>): Write<NewRow<C>> =>
  statement(
    { name: `${name}_insert`, writes: name },
    columns,
    ({ names, source }) => `insert into ${name} (${names}) select ${names} from ${source}`,
  )

/**
 * Inserts rows; where a row with the same key exists, sets these columns, and the others stay. Uses `merge`, which
 * needs neither the row locks nor the speculative insertions of `on conflict`: read models have one writer.
 */
export const upsert = <C extends Columns, Key extends keyof C & string>(
  { name, columns, key }: Table<C, Key>,
  sets: readonly (keyof C & string)[],
): Write<NewRow<C>> =>
  statement(
    { name: `${name}_upsert`, writes: name },
    columns,
    ({ names, source }) =>
      `merge into ${name} as known using ${source} on ${sameKey(key)}
       when matched then update set ${setsOf(sets)}
       when not matched then insert (${names}) values (${names})`,
  )
