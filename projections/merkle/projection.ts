import { columnsOf } from '../array-literal.ts'
import type { Projection } from '../projection.ts'
import { insert } from '../statements.ts'
import { leafHash } from './leaf.ts'
import { merkleEvent } from './table.ts'

/** Nobody sees a leaf before it is sealed, which is done once a second under load; yet no read model lags by 100 ms. */
const PACE_MS = 50

/** Each of these makes a line of activity, which is found by the event's id. */
const LINES: ReadonlySet<string> = new Set(['TransferSent', 'TransferReceived'])

const addEvents = insert(merkleEvent)

/**
 * The Merkle log: a leaf for every event there is, of whatever kind. Leaves are hashed here; the few hashes above
 * them in Postgres, which knows where in the tree a batch begins.
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
