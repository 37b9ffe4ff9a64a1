import type { QueryResult, QueryResultRow } from 'pg'
import type { Columns, RowOf, Shape } from './table.ts'

/** Runs queries: a pool, or a connection of one. */
export interface Queryable {
  query<Row extends QueryResultRow>(query: {
    name: string
    text: string
    values: unknown[]
  }): Promise<QueryResult<Row>>
}

/** A query on the read models; prepared once per connection under its name. */
interface Read {
  readonly name: string
  readonly text: string
  readonly values?: readonly unknown[]
}

/** The rows that a query finds; it must select what the shape lists. */
export const readRows = async <C extends Columns>(
  pool: Queryable,
  { decode }: Shape<C>,
  { name, text, values = [] }: Read,
): Promise<RowOf<C>[]> => {
  const { rows } = await pool.query<Record<string, unknown>>({ name, text, values: [...values] })
  return rows.map(decode)
}

/** The one row that a query finds; null when there is none. */
export const readRow = async <C extends Columns>(
  pool: Queryable,
  of: Shape<C>,
  read: Read,
): Promise<RowOf<C> | null> => (await readRows(pool, of, read))[0] ?? null

/** A declared query. */
interface Query<Args extends readonly unknown[]> {
  readonly name: string
  readonly text: string
  /** The values of `$1`, `$2` … in its text for the caller's arguments. */
  readonly values: (...args: Args) => readonly unknown[]
}

/** A declared query whose rows are converted. */
interface ConvertedQuery<Args extends readonly unknown[], Row, Converted> extends Query<Args> {
  readonly as: (row: Row) => Converted
}

type RunQuery<Args extends readonly unknown[], Answer> = (pool: Queryable, ...args: Args) => Promise<Answer>

/** Declares a query for rows; it must select what `of` lists. */
export function rowsQuery<C extends Columns, Args extends readonly unknown[], Converted>(
  of: Shape<C>,
  query: ConvertedQuery<Args, RowOf<C>, Converted>,
): RunQuery<Args, readonly Converted[]>
export function rowsQuery<C extends Columns, Args extends readonly unknown[]>(
  of: Shape<C>,
  query: Query<Args>,
): RunQuery<Args, readonly RowOf<C>[]>
export function rowsQuery<C extends Columns, Args extends readonly unknown[]>(
  of: Shape<C>,
  { name, text, values, as = (row) => row }: Query<Args> & { as?: (row: RowOf<C>) => unknown },
): RunQuery<Args, readonly unknown[]> {
  return async (pool, ...args) =>
    (await readRows(pool, of, { name, text, values: values(...args) })).map((row) => as(row))
}

/** Declares a query for one row; null, or `otherwise`, when there is none. */
export function rowQuery<C extends Columns, Args extends readonly unknown[], Converted>(
  of: Shape<C>,
  query: ConvertedQuery<Args, RowOf<C>, Converted> & { readonly otherwise: Converted },
): RunQuery<Args, Converted>
export function rowQuery<C extends Columns, Args extends readonly unknown[], Converted>(
  of: Shape<C>,
  query: ConvertedQuery<Args, RowOf<C>, Converted>,
): RunQuery<Args, Converted | null>
export function rowQuery<C extends Columns, Args extends readonly unknown[]>(
  of: Shape<C>,
  query: Query<Args>,
): RunQuery<Args, RowOf<C> | null>
export function rowQuery<C extends Columns, Args extends readonly unknown[]>(
  of: Shape<C>,
  {
    name,
    text,
    values,
    as = (row) => row,
    otherwise = null,
  }: Query<Args> & { as?: (row: RowOf<C>) => unknown; otherwise?: unknown },
): RunQuery<Args, unknown> {
  return async (pool, ...args) => {
    const row = await readRow(pool, of, { name, text, values: values(...args) })
    return row ? as(row) : otherwise
  }
}

/** Declares a query for a member's data export; `$1` is the member, who gets the rows as they are. */
export const exportQuery =
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says what the rows hold, as pg's own does
  <Row extends QueryResultRow = Record<string, unknown>>(query: Pick<Read, 'name' | 'text'>) =>
    async (pool: Queryable, memberId: string): Promise<readonly Row[]> =>
      (await pool.query<Row>({ ...query, values: [memberId] })).rows

/** A page of a list by ledger positions, newest first: at most `limit` rows, at positions below `before` if given. */
export interface Page {
  readonly limit: number
  readonly before?: bigint | undefined
}

/** Above every position: the beginning of a list without `before`. */
export const END = (2n ** 63n - 1n).toString()
