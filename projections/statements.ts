import { arrayLiteral } from './array-literal.ts'
import type { Column } from './columns.ts'
import type { Statement } from './projection.ts'
import { inPostgres, type Columns, type Given, type NewRow, type RowOf, type Table } from './table.ts'

/** How a column's new value is computed from its old one (`known`) and the batch's (`given`). */
interface Rule<Kind extends 'value' | 'maybe'> {
  readonly given: Kind
  readonly sql: (known: string, given: string) => string
}

/** The new value. */
export const set: Rule<'value'> = { given: 'value', sql: (_known, given) => given }
/** Adds to a sum. */
export const add: Rule<'value'> = { given: 'value', sql: (known, given) => `${known} + ${given}` }
/** The new value, if the batch has one. */
export const ifGiven: Rule<'maybe'> = {
  given: 'maybe',
  sql: (known, given) => `coalesce(${given}, ${known})`,
}
/** The later or larger of the two values. */
export const latest: Rule<'maybe'> = {
  given: 'maybe',
  sql: (known, given) => `greatest(${known}, ${given})`,
}

type Rules<C extends Columns> = { readonly [Name in keyof C]?: Rule<'value'> | Rule<'maybe'> }

/** What a batch gives for a row: its key, and a value for each rule. */
type GivenBy<C extends Columns, Key extends keyof C, R extends Rules<C>> = Pick<RowOf<C>, Key> &
  Given<{
    readonly [Name in keyof R & keyof C]: R[Name] extends Rule<'maybe'>
      ? RowOf<C>[Name] | null
      : RowOf<C>[Name]
  }>

/** Makes a statement from the rows of a batch; none when there are no rows. */
type Write<Row> = (rows: readonly Row[]) => readonly Statement[]

const setsOf = <C extends Columns>(rules: Rules<C>): string =>
  Object.entries<Rule<'value'> | Rule<'maybe'> | undefined>(rules)
    .map(([column, rule]) => {
      const stored = inPostgres(column)
      return `${stored} = ${rule?.sql(`known.${stored}`, `given.${stored}`) ?? stored}`
    })
    .join(', ')

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
 * Inserts rows; where a row with the same key exists, each rule sets its column, and the others stay. Uses `merge`,
 * which needs neither the row locks nor the speculative insertions of `on conflict`: read models have one writer.
 */
export const upsert = <C extends Columns, Key extends keyof C & string>(
  { name, columns, key }: Table<C, Key>,
  rules: Rules<C>,
): Write<NewRow<C>> =>
  statement(
    { name: `${name}_upsert`, writes: name },
    columns,
    ({ names, source }) =>
      `merge into ${name} as known using ${source} on ${sameKey(key)}
       when matched then update set ${setsOf(rules)}
       when not matched then insert (${names}) values (${names})`,
  )

/**
 * Updates existing rows, found by their key.
 * @param where a further condition on `known`; when a row does not meet it, the log and the rows disagree
 * @param touches 'any': some rows may be missing or not meet `where`; default: each must be updated
 */
export const update = <C extends Columns, Key extends keyof C & string, R extends Rules<C>>(
  { name: table, columns, key }: Table<C, Key>,
  rules: R,
  {
    name = `${table}_update`,
    where,
    touches = 'each',
  }: { readonly name?: string; readonly where?: string; readonly touches?: 'each' | 'any' } = {},
): Write<GivenBy<C, Key, R>> => {
  const given: Record<string, Column<unknown>> = {}
  for (const column of [...key, ...Object.keys(rules)]) {
    const described = columns[column]
    if (!described) throw new Error(`Table ${table} has no column ${column}`)
    given[column] = {
      ...described,
      encode: (value) => (value === null ? null : described.encode(value)),
    }
  }
  return statement(
    { name, writes: table },
    given,
    ({ source }) =>
      `update ${table} as known set ${setsOf(rules)} from ${source}
       where ${sameKey(key)}${where === undefined ? '' : ` and ${where}`}`,
    (rows) => (touches === 'any' ? null : rows.length),
  )
}
