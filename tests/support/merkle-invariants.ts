import { toHex } from '../../events/proof/byte-text.ts'
import { canonicalBytes } from '../../events/proof/canonical-event.ts'
import { createFrontier } from '../../events/proof/frontier.ts'
import { nodeSha256 } from '../../events/proof/node-sha256.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { rootOf, treeHead } from '../../projections/merkle/queries.ts'
import { openPool } from './open-pool.ts'

/**
 * Every event's canonical bytes are in the Merkle log once, in order.
 * @throws when the tree in the database at `url`, up to the size it has reached, differs from the log's
 */
export const checkMerkle = async (store: EventStore, url: string): Promise<void> => {
  const pool = openPool({ connectionString: url, max: 2 })
  try {
    const { size, position, fault } = await treeHead(pool)
    const frontier = createFrontier(nodeSha256)
    for await (const event of store.readAll())
      if (event.position <= position) frontier.append(canonicalBytes(event))
    if (fault !== null) throw new Error(`The Merkle tree has stopped: ${fault}`)
    if (frontier.size() !== size) throw new Error(`The tree has ${size} leaves for ${frontier.size()} events`)
    if (toHex(frontier.root()) !== toHex(await rootOf(pool, size)))
      throw new Error('The Merkle tree is not that of the log')
  } finally {
    await pool.end()
  }
}
