import { DatabaseError, escapeIdentifier, type Client, type ClientBase, type Pool } from 'pg'
import { arrayLiteral } from './array-literal.ts'
import { FENCED_STATE } from './combine.ts'
import { Fenced } from './failure.ts'
import { READ_SCHEMA } from './schema.ts'
import type { Projection } from './projection.ts'

/** Which projections share a checkpoint, as read at the start; the fence detects a change by another process. */
export interface Passes {
  /**
   * Makes one pass of the projections with these names (sorted), whose checkpoints are all at `position`.
   * @throws {Fenced} when they are not
   */
  readonly ensure: (client: Client, names: readonly string[], position: bigint) => Promise<void>
  /** Which of these are marked as stopped in the table. */
  readonly mended: (names: readonly string[]) => readonly string[]
  /** Reports that this one has stopped. */
  readonly stopped: (name: string) => void
  /** Reports that these have moved on. */
  readonly moved: (names: readonly string[]) => void
}

const createPasses = (known: readonly (readonly string[])[], failing: ReadonlySet<string>): Passes => {
  let passes = known
  const stopped = new Set(failing)
  const isOneOf = (names: readonly string[]): boolean =>
    passes.some((one) => one.length === names.length && one.every((name, i) => name === names[i]))
  return {
    ensure: async (client, names, position) => {
      if (isOneOf(names)) return
      try {
        await client.query('select regroup($1::text[], $2::bigint)', [
          arrayLiteral(names),
          position.toString(),
        ])
      } catch (error) {
        throw error instanceof DatabaseError && error.code === FENCED_STATE
          ? new Fenced(names, position)
          : error
      }
      const rest = passes.map((one) => one.filter((name) => !names.includes(name)))
      passes = [...rest.filter((one) => one.length > 0), names]
    },
    mended: (names) => names.filter((name) => stopped.has(name)),
    stopped: (name) => void stopped.add(name),
    moved: (names) => {
      for (const name of names) stopped.delete(name)
    },
  }
}

/** Names of projections that have stopped at an event that they cannot apply, whatever process runs them. */
export const stoppedProjections = async (
  client: Pool | ClientBase,
  schema: string = READ_SCHEMA,
): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${escapeIdentifier(schema)}.projection where error is not null`,
  )
  return rows.map(({ name }) => name)
}

/** The furthest position that a read model shows, 0n when none does. */
export const furthestRead = async (client: Pool | ClientBase): Promise<bigint> => {
  const { rows } = await client.query<{ position: string | null }>(
    `select max(position)::text as position from ${READ_SCHEMA}.pass`,
  )
  return BigInt(rows[0]?.position ?? 0)
}

/** Reads the checkpoints of `projections`; creates missing ones at position 0. */
export const readCheckpoints = async (
  client: Client,
  projections: readonly Projection[],
): Promise<{ readonly checkpoints: ReadonlyMap<string, bigint>; readonly passes: Passes }> => {
  await client.query(
    `with fresh as (
       insert into projection (name) select unnest($1::text[])
       on conflict (name) do nothing returning name
     )
     insert into pass (names, position)
     select array_agg(name order by name), 0 from fresh having count(*) > 0`,
    [arrayLiteral(projections.map(({ name }) => name))],
  )
  const known = await client.query<{
    name: string
    names: string[]
    position: string
    failed: boolean
  }>(
    `select name, names, position::text, error is not null as failed
     from projection join pass on name = any (names)`,
  )
  const own = new Set(projections.map(({ name }) => name))
  return {
    checkpoints: new Map(
      known.rows.filter(({ name }) => own.has(name)).map(({ name, position }) => [name, BigInt(position)]),
    ),
    passes: createPasses(
      [...new Map(known.rows.map(({ names }) => [names.join(), names])).values()],
      new Set(known.rows.filter(({ failed }) => failed).map(({ name }) => name)),
    ),
  }
}

/** Stores with the checkpoint why a projection stopped; does nothing when it has moved since. */
export const recordFailure = async (
  client: Client,
  failure: {
    readonly name: string
    readonly position: bigint
    readonly error: string
    readonly failedPosition: bigint
  },
): Promise<void> => {
  await client.query(
    `update projection set error = $1, failed_position = $2
     where name = $3 and exists (select from pass where $3 = any (names) and position = $4)`,
    [failure.error, failure.failedPosition.toString(), failure.name, failure.position.toString()],
  )
}
