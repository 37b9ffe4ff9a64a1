import { StoreUnavailable, type RecordedEvent } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import type { Append } from './append.ts'

/** An event of a stream, to be found in the whole store; its position where it is known already. */
export interface Lost {
  readonly revision: bigint
  readonly event: SerialisedEvent
  readonly position?: bigint
}

/**
 * Finds neighbouring events of one stream, in either order: positions by revision, one for each.
 * @throws {StoreUnavailable} the server does not tell
 */
export type Locate = (streamId: string, events: readonly Lost[]) => Promise<ReadonlyMap<bigint, bigint>>

/** Reads the whole store from the event after a position to the one at another. */
export type ReadStretch = (after: bigint, upTo: bigint) => AsyncIterable<RecordedEvent>

/** How many questions are on their way at a time. */
const AT_ONCE = 32
/** So few are asked for one by one. */
const FEW = 4
/** A stretch of the log is read when no more than this share of it is of other streams. */
const DILUTION_MAX = 4
const RECORD_OVERHEAD_BYTES = 150

const bytesOf = ({ type, data, metadata }: SerialisedEvent): number =>
  Buffer.byteLength(data) + Buffer.byteLength(metadata) + 2 * type.length + RECORD_OVERHEAD_BYTES

/**
 * EventStoreDB does not say in a read of one stream where in the whole store an event stands. It does say so
 * when the append of an event that it has is repeated: it compares the ids, stores nothing and answers with
 * the position of the first time. That is what is asked here, with the very event, at the revision where it
 * was just read. A few events are asked for one by one; of many the first and the last, and if they stand
 * close together (positions are bytes in the log), what stands between them is read.
 */
export const createLocate = (append: Append, readStretch: ReadStretch): Locate => {
  const ask = async (streamId: string, { revision, event }: Lost): Promise<bigint> => {
    try {
      return (await append(streamId, revision === 0n ? 'no_stream' : revision - 1n, [event])).position
    } catch (cause) {
      throw new StoreUnavailable(`EventStoreDB does not tell where ${streamId}@${revision} stands`, { cause })
    }
  }

  return async (streamId, events) => {
    const positions = new Map<bigint, bigint>()
    for (const { revision, position } of events) if (position !== undefined) positions.set(revision, position)

    const askAll = async (some: readonly Lost[]) => {
      const lost = some.filter(({ revision }) => !positions.has(revision))
      for (let start = 0; start < lost.length; start += AT_ONCE) {
        const now = lost.slice(start, start + AT_ONCE)
        await Promise.all(now.map(async (one) => positions.set(one.revision, await ask(streamId, one))))
      }
    }

    const [first, last] = [events[0], events.at(-1)]
    if (first && last && events.length > FEW) {
      await askAll([first, last])
      const ends = [positions.get(first.revision) ?? 0n, positions.get(last.revision) ?? 0n]
      const [from = 0n, upTo = 0n] = ends.sort((a, b) => Number(a - b))
      const bytes = events.reduce((sum, { event }) => sum + bytesOf(event), 0)
      if (upTo - from <= BigInt(bytes * DILUTION_MAX)) {
        for await (const { streamId: found, revision, position } of readStretch(from, upTo)) {
          if (found === streamId) positions.set(revision, position)
        }
      }
    }
    await askAll(events)
    return positions
  }
}
