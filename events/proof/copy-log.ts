import { canonicalBytes, canonicalEvent } from './canonical-event.ts'
import type { Bytes } from './hashing.ts'
import { createFrontier, type Frontier } from './frontier.ts'
import { nodeSha256 } from './node-sha256.ts'
import { NotACopy, type CopyTarget } from '../store/copy-target.ts'
import type { EventStore, RecordedEvent } from '../store/event-store.ts'

/** The result of a complete copy. */
interface CopiedLog {
  readonly events: number
  /** How many of them the target had already, from an interrupted copy. */
  readonly found: number
  /** Root of the RFC 6962 Merkle tree over their canonical forms. */
  readonly root: Bytes
}

const WRITE_EVENTS = 512

async function* eventsOf(store: EventStore): AsyncGenerator<RecordedEvent> {
  for await (const batch of store.scan()) yield* batch
}

const name = ({ streamId, revision, id }: RecordedEvent): string => `${streamId}@${revision} (${id})`

/** Counts the target's events, which must be the first ones of `source`; then `source` continues after them. */
const compare = async (
  source: AsyncGenerator<RecordedEvent>,
  target: EventStore,
  frontier: Frontier,
): Promise<number> => {
  let found = 0
  for await (const there of eventsOf(target)) {
    const { value: expected } = await source.next()
    if (!expected) throw new NotACopy(`The target goes on where the source ends, with ${name(there)}`)
    if (canonicalEvent(there) !== canonicalEvent(expected))
      throw new NotACopy(
        `Event ${found + 1} is ${name(expected)} in the source and ${name(there)} in the target: ` +
          'begin again with a target that has nothing in it',
      )
    frontier.append(canonicalBytes(expected))
    found += 1
  }
  return found
}

/**
 * Copies a log into another store: the same events in the same order, with the same contents and times, so that every
 * receipt, checkpoint and Merkle proof of it stays valid. Events that the target has already must be the first ones of
 * the source, so running an interrupted copy again resumes it. Afterwards the target is read from its first event and
 * its Merkle root compared. Nobody may append to either log meanwhile.
 * @throws {NotACopy}
 */
export const copyLog = async ({
  from,
  to,
  onProgress = () => {},
}: {
  readonly from: EventStore
  readonly to: CopyTarget
  readonly onProgress?: (events: number, doing: 'copied' | 'compared') => void
}): Promise<CopiedLog> => {
  const source = eventsOf(from)
  const written = createFrontier(nodeSha256)
  const found = await compare(source, to.store, written)
  let waiting: RecordedEvent[] = []
  let last = 0n
  const write = async () => {
    if (waiting.length > 0) await to.write(waiting)
    waiting = []
    onProgress(written.size(), 'copied')
  }
  for await (const event of source) {
    waiting.push(event)
    last = event.position
    written.append(canonicalBytes(event))
    if (waiting.length >= WRITE_EVENTS) await write()
  }
  await write()
  if (last > 0n && (await from.head()) !== last)
    throw new NotACopy('The source has grown meanwhile: stop what appends to it, and copy again to go on')

  const read = createFrontier(nodeSha256)
  for await (const event of eventsOf(to.store)) {
    read.append(canonicalBytes(event))
    if (read.size() % WRITE_EVENTS === 0) onProgress(read.size(), 'compared')
  }
  if (read.size() !== written.size() || Buffer.compare(read.root(), written.root()) !== 0)
    throw new NotACopy(
      `The source has ${written.size()} events and the target ${read.size()}, with another Merkle root`,
    )
  return { events: read.size(), found, root: read.root() }
}
