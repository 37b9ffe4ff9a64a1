import type { Pool } from 'pg'
import { sameBytes } from '../../events/proof/hashing.ts'
import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import { leafHash } from './leaf.ts'
import { leavesFrom, treeHead, type Leaf } from './queries.ts'
import { READ_SCHEMA } from '../schema.ts'

/** Events compared at a time, in two or three milliseconds. */
const EVENTS = 200

/** The progress and the result of a comparison. */
interface Scrubbed {
  /** Number of leaves compared so far; where the next comparison begins. */
  readonly next: number
  /** All leaves have been compared. */
  readonly complete: boolean
  /** The first difference, as a sentence; null when there is none. */
  readonly fault: string | null
}

const readAfter = async (store: EventStore, after: bigint, upTo: bigint): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = []
  for await (const event of store.readAll({ after, limit: EVENTS })) {
    if (event.position > upTo) break
    events.push(event)
  }
  return events
}

const placeOf = (event: RecordedEvent): string =>
  `event ${event.id} of type ${event.type} in stream ${event.streamId} at position ${event.position}`

const difference = (leaf: Leaf | undefined, event: RecordedEvent | undefined): string | null => {
  if (!leaf) return event ? `${placeOf(event)} has been put behind a part of the log that is sealed` : null
  const sealed = `leaf ${leaf.index} is the event at position ${leaf.position}`
  if (!event) return `${sealed}, which the log does not have any more`
  if (event.position !== leaf.position) return `${sealed}, where the log now has ${placeOf(event)}`
  return sameBytes(leafHash(event), leaf.hash) ? null : `${placeOf(event)} is not what was sealed there`
}

/**
 * Compares a part of the log, from leaf `from` on, with the tree that was built from it. Repeated calls cover the whole
 * log, so that a manipulated old event is found although nobody requests its proof.
 */
export const scrubMerkle = async (
  { pool, store }: { readonly pool: Pool; readonly store: EventStore },
  from: number,
): Promise<Scrubbed> => {
  const head = await treeHead(pool)
  if (head.fault !== null || from >= head.size) return { next: from, complete: true, fault: head.fault }
  const leaves = await leavesFrom(pool, from, Math.min(EVENTS, head.size - from))
  const after = leaves[0]?.after ?? 0n
  const upTo = leaves.at(-1)?.position ?? after
  const events = await readAfter(store, after, upTo)
  for (let i = 0; i < Math.max(leaves.length, events.length); i += 1) {
    const fault = difference(leaves[i], events[i])
    if (fault !== null) return { next: from + i, complete: false, fault }
  }
  const next = from + leaves.length
  return { next, complete: next >= head.size, fault: null }
}

/** Stores why the tree differs from the log: no leaves are added any more, and the projection fails with it. */
export const stopMerkle = async (pool: Pool, fault: string): Promise<void> => {
  await pool.query(`update ${READ_SCHEMA}.merkle_tree set fault = coalesce(fault, $1)`, [fault])
}
