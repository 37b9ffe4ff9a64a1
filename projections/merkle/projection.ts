import { columnsOf } from '../array-literal.ts'
import type { Projection } from '../projection.ts'
import { insert } from '../statements.ts'
import { leafHash } from './leaf.ts'
import { merkleEvent } from './table.ts'

/** Leaves are visible only once sealed, once a second under load, but no read model may lag by 100 ms. */
const PACE_MS = 50

/** Types of events that always make a line of activity, which has the event's id. */
const LINES: ReadonlySet<string> = new Set(['TransferSent', 'TransferReceived'])

const addEvents = insert(merkleEvent)

/**
 * The Merkle log: a leaf for every event of any kind. Leaves are hashed in this process; the few hashes above them in
 * Postgres, which knows where in the tree a batch begins.
 */
export const merkleProjection: Projection = {
  name: 'merkle',
  version: 2,
  follows: () => true,
  paceMs: PACE_MS,
  apply: (batch) => [
    {
      name: 'merkle_append',
      text: 'select merkle_append($1::bigint[], $2::bytea)',
      values: [
        ...columnsOf(batch, ({ position }) => position),
        `\\x${Buffer.concat(batch.map(leafHash)).toString('hex')}`,
      ],
      writes: 'merkle_tree',
      rows: 1,
    },
    ...addEvents(
      batch.filter(({ type }) => !LINES.has(type)).map(({ id, position }) => ({ eventId: id, position })),
    ),
  ],
}
