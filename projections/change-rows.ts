import { type Column, integer } from './columns.ts'
import type { Statement } from './projection.ts'
import { statement } from './statements.ts'
import { inPostgres, type Columns, type Table } from './table.ts'

type Values = Record<string, unknown>

/** All that a batch does to one row. Of a row that begins in the batch, `set` has every column. */
export interface NetChange {
  readonly id: string
  readonly set: Values
  /** Added to sums. */
  readonly add: Values
  /** Set where the row has null. */
  readonly first: Values
  /** There may be no such row, or one that may not change any more. */
  readonly ifAny: boolean
}

/**
 * The statements that change rows by their ids, for changes that must each find their row, and for the others.
 * @param only a column, and the value that it must have in a row that changes
 */
export const changeRows = (
  { name, columns }: Pick<Table<Columns, string>, 'name' | 'columns'>,
  sets: readonly string[],
  adds: readonly string[],
  firsts: readonly string[],
  only: readonly [column: string, value: string] | undefined,
) => {
  const described = (column: string): Column<unknown> => {
    const known = columns[column]
    if (!known) throw new Error(`Table ${name} has no column ${column}`)
    return { ...known, encode: (value) => (value === null ? null : known.encode(value)) }
  }
  // Null is a value to set, so `said` has a bit for each column that a change sets.
  const given: Record<string, Column<unknown>> = { id: described('id'), said: integer }
  const results = new Map<string, string>()
  const take = (
    suffix: string,
    of: readonly string[],
    sql: (known: string, value: string, at: number) => string,
  ): void =>
    of.forEach((column, at) => {
      const stored = inPostgres(column)
      given[column + suffix] = described(column)
      results.set(stored, sql(results.get(stored) ?? `known.${stored}`, `given.${stored}${suffix}`, at))
    })
  take('', sets, (known, value, at) => `case when said & ${1 << at} <> 0 then ${value} else ${known} end`)
  take('_first', firsts, (known, value) => `coalesce(${known}, ${value})`)
  take('_more', adds, (known, value) => `${known} + coalesce(${value}, 0)`)

  const named = (values: Values, suffix: string): Values =>
    Object.fromEntries(Object.entries(values).map(([column, value]) => [column + suffix, value]))
  const change = (kind: string, rows?: () => null) => {
    const write = statement(
      { name: `${name}_${kind}`, writes: name },
      given,
      ({ source }) =>
        `update ${name} as known set ${Array.from(results, (pair) => pair.join(' = ')).join(', ')}
         from ${source} where known.id = given.id${only ? ` and known.${only[0]} = '${only[1]}'` : ''}`,
      rows,
    )
    return (changes: readonly NetChange[]): readonly Statement[] =>
      write(
        changes.map(({ id, set, add, first }) => ({
          id,
          said: sets.reduce((bits, column, at) => (column in set ? bits | (1 << at) : bits), 0),
          ...set,
          ...named(first, '_first'),
          ...named(add, '_more'),
        })),
      )
  }
  return { each: change('change'), ifAny: change('change_if_any', () => null) }
}
