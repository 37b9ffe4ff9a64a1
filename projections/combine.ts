import type { Statement } from './projection.ts'

/** Custom SQLSTATEs, raised by function `refuse` (checkpoint.sql). */
export const FENCED_STATE = 'YF001'
const ROWS_STATE = 'YR001'

/** A query as sent to Postgres. */
export interface Sent {
  /** Prepared once per connection under this name; without one it is planned each time. */
  readonly name?: string
  readonly text: string
  readonly values: readonly string[]
}

/**
 * Groups statements into as few steps as their order allows. A statement that reads or writes a table which an earlier
 * one writes comes a step later, because all parts of one SQL statement see the rows as they were before it. No table
 * is written in an earlier step than a preceding statement reads it in.
 */
export const stepsOf = (statements: readonly Statement[]): readonly (readonly Statement[])[] => {
  const writtenIn = new Map<string, number>()
  const readIn = new Map<string, number>()
  const steps: Statement[][] = []
  for (const statement of statements) {
    const { writes, reads = [] } = statement
    const after = [writes, ...reads].map((table) => (writtenIn.get(table) ?? -1) + 1)
    const step = Math.max(...after, readIn.get(writes) ?? 0)
    writtenIn.set(writes, step)
    for (const table of reads) readIn.set(table, Math.max(step, readIn.get(table) ?? 0))
    const found = steps[step]
    if (found) found.push(statement)
    else steps.push([statement])
  }
  return steps
}

/** Most combinations of statements to prepare; further ones are planned each time. */
const PREPARED_MAX = 200
const prepared = new Map<string, { readonly name: string; readonly text: string }>()

const countOf = (place: number): string => `(select count(*) from part_${place})`

/** The parts with renumbered parameters; after those of each part comes the number of rows that it must touch. */
const textOf = (statements: readonly Statement[]): string => {
  const parts: string[] = []
  const checks: string[] = []
  let parameters = 0
  statements.forEach(({ name, text, values, rows }, place) => {
    const first = parameters
    const renumbered = text.trim().replaceAll(/\$(\d+)/g, (_all, number) => `$${first + Number(number)}`)
    parameters += values.length
    parts.push(
      renumbered.startsWith('select')
        ? `part_${place} as materialized (${renumbered})`
        : `part_${place} as (${renumbered} returning 1)`,
    )
    if (rows === null) return
    parameters += 1
    checks.push(
      `case when ${countOf(place)} <> $${parameters}::bigint then refuse('${stateOf(name)}',
        format('${name} touched %s rows instead of %s', ${countOf(place)}, $${parameters}::bigint)) end`,
    )
  })
  return `with ${parts.join(',\n')}\nselect ${checks.length === 0 ? 'null' : checks.join(',\n')}`
}

/** Name of the statement that moves the checkpoint: a failure of it is not the fault of the events. */
export const FENCE = 'fence'
const stateOf = (name: string): string => (name === FENCE ? FENCED_STATE : ROWS_STATE)

/**
 * Combines statements into one, which changes all their rows or none: a wrong number of rows raises an error. They
 * then share one round trip, one plan and one commit.
 */
export const combined = (statements: readonly Statement[]): Sent => {
  const key = statements.map(({ name }) => name).join(' ')
  const values = statements.flatMap((one) => [
    ...one.values,
    ...(one.rows === null ? [] : [String(one.rows)]),
  ])
  const known = prepared.get(key)
  if (known) return { ...known, values }
  const text = textOf(statements)
  if (prepared.size >= PREPARED_MAX) return { text, values }
  const fresh = { name: `read_models_${prepared.size}`, text }
  prepared.set(key, fresh)
  return { ...fresh, values }
}
