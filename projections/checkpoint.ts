import type { Client } from 'pg'
import { columnsOf, arrayLiteral } from './array-literal.ts'
import type { Projection } from './projection.ts'

export interface Checkpoint {
  readonly position: bigint
  /** Version of the projection that built the rows. */
  readonly version: number
}

/** Reads the checkpoints of `projections`, making those that are missing: they begin before the first event. */
export const readCheckpoints = async (
  client: Client,
  projections: readonly Projection[],
): Promise<Map<string, Checkpoint>> => {
  const rows = columnsOf(
    projections,
    ({ name }) => name,
    ({ version }) => BigInt(version),
  )
  await client.query(
    `insert into checkpoint (name, version, position)
     select name, version, 0 from unnest($1::text[], $2::integer[]) as projection (name, version)
     on conflict (name) do nothing`,
    rows,
  )
  const known = await client.query<{ name: string; position: string; version: number }>(
    'select name, position::text, version from checkpoint where name = any($1::text[])',
    [arrayLiteral(projections.map(({ name }) => name))],
  )
  return new Map(
    known.rows.map(({ name, position, version }) => [name, { position: BigInt(position), version }]),
  )
}

/** Notes beside the checkpoint why a projection stopped; does nothing when it has moved since. */
export const noteFailure = async (
  client: Client,
  failure: {
    readonly name: string
    readonly position: bigint
    readonly error: string
    readonly failedPosition: bigint
  },
): Promise<void> => {
  await client.query(
    `update checkpoint set error = $1, failed_position = $2, updated_at = now()
     where name = $3 and position = $4`,
    [failure.error, failure.failedPosition.toString(), failure.name, failure.position.toString()],
  )
}
