import type { Pool } from 'pg'
import { sameBytes } from '../../events/proof/hashing.ts'
import type { EventStore, RecordedEvent } from '../../events/store/event-store.ts'
import { leafHash } from './leaf.ts'
import { leavesFrom, treeHead, type Leaf } from './queries.ts'

/** How much of the log is compared at a time: two or three milliseconds. */
const EVENTS = 200

/** Where a comparison has come to, and what it found. */
interface Scrubbed {
  /** Leaves compared; where the next one begins. */
  readonly next: number
  /** All there were. */
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
 * Compares a stretch of the log, from leaf `from` on, with the tree that was made of it. Goes over the whole log when
 * it is called again and again, so that what somebody does to an old event is found without anybody asking for it.
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

/** Notes why the tree is not that of the log: nothing is added to it any more, and the projection says so. */
export const stopMerkle = async (pool: Pool, fault: string): Promise<void> => {
  await pool.query('update read.merkle_tree set fault = coalesce(fault, $1)', [fault])
}
