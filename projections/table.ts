import type { Column, ValueOf } from './columns.ts'

/** Columns by their names in TypeScript; in Postgres the same names are written with underscores. */
export type Columns = Readonly<Record<string, Column<unknown>>>

/** A row with these columns. */
export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ValueOf<C[Name]> }

/** A row to insert: a nullable column that is missing becomes null. */
export type NewRow<C extends Columns> = Given<RowOf<C>>

/** The same with optional instead of nullable properties. */
export type Given<Row> = {
  readonly [Name in keyof Row as null extends Row[Name] ? never : Name]: Row[Name]
} & { readonly [Name in keyof Row as null extends Row[Name] ? Name : never]?: Row[Name] }

/** The same with writable properties. */
export type Draft<Row> = { -readonly [Name in keyof Row]: Row[Name] }

/** The columns of a table or of a query's result. */
export interface Shape<C extends Columns> {
  readonly columns: C
  /** Every column for a `select`, qualified with the relation `of` if it is given. */
  readonly list: (of?: string) => string
  /** Converts a row as pg returns it. */
  readonly decode: (stored: Readonly<Record<string, unknown>>) => RowOf<C>
  /** Some of the columns. */
  readonly pick: <Name extends keyof C & string>(...names: readonly Name[]) => Shape<Pick<C, Name>>
}

/** How Postgres stores a table. */
interface Storage {
  /** Percent of a page that new rows fill: the rest lets updates stay on their page. */
  readonly fillfactor?: number
  /** Generated columns by name: the type and the SQL expression. */
  readonly computed?: Readonly<Record<string, readonly [type: string, sql: string]>>
  /** Indexes by name: the SQL of their columns and conditions. */
  readonly indexes?: Readonly<Record<string, string>>
  /** SQL of a check constraint on several columns together. */
  readonly check?: string
}

/** A table's only description: its DDL, the statements that write it and the decoding of its rows follow from it. */
export interface Table<C extends Columns, Key extends keyof C & string> extends Shape<C> {
  readonly name: string
  /** Columns of the primary key. */
  readonly key: readonly Key[]
  readonly storage: Storage
}

/** `memberId` becomes `member_id`. */
export const inPostgres = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export const shape = <C extends Columns>(columns: C): Shape<C> => {
  const each = Object.entries(columns).map(([name, column]) => ({ name, stored: inPostgres(name), column }))
  return {
    columns,
    list: (of) =>
      each
        .map(({ stored, column }) => {
          const full = of === undefined ? stored : `${of}.${stored}`
          return column.asText ? `${full}::text as ${stored}` : full
        })
        .join(', '),
    decode: (stored) => {
      const row: Record<string, unknown> = {}
      for (const one of each) row[one.name] = one.column.decode(stored[one.stored])
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the boundary: every column was decoded as its description says
      return row as RowOf<C>
    },
    pick: (...names) => {
      const wanted: ReadonlySet<string> = new Set(names)
      const picked = Object.fromEntries(Object.entries(columns).filter(([name]) => wanted.has(name)))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are the columns with those names
      return shape(picked as Pick<C, (typeof names)[number]>)
    },
  }
}

/** In Postgres the columns have the order of `columns`, after the computed ones. */
export const defineTable = <C extends Columns, Key extends keyof C & string>(
  name: string,
  key: readonly Key[],
  columns: C,
  storage: Storage = {},
): Table<C, Key> => ({ ...shape(columns), name, key, storage })
