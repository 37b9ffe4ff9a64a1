import { wholeColumn } from './column.ts'
import { createUuidNumbers } from './uuid-set.ts'
import { uuidAtEnd } from './uuid-table.ts'

/** Streams whose names are the same prefix and a UUID. */
const createKind = (name: string) => ({ name, ids: createUuidNumbers(), counts: wholeColumn() })
type Kind = ReturnType<typeof createKind>

/** Counts the events of each stream, in about 30 bytes per stream: nearly all names are a prefix and a UUID. */
export const createRevisions = () => {
  const kinds: Kind[] = []
  /** Streams with other names. */
  const others = new Map<string, number>()

  /** There are about ten kinds: comparing names allocates no string, as a lookup in a map would. */
  const kindOf = (streamId: string, idAt: number): Kind => {
    for (const kind of kinds) if (kind.name.length === idAt && streamId.startsWith(kind.name)) return kind
    const kind = createKind(streamId.slice(0, idAt))
    kinds.push(kind)
    return kind
  }

  return {
    /** Returns the revision expected next in the stream, and counts the event if `revision` equals it. */
    record: (streamId: string, revision: bigint): number => {
      const idAt = uuidAtEnd(streamId)
      if (idAt <= 0) {
        const count = others.get(streamId) ?? 0
        if (Number(revision) === count) others.set(streamId, count + 1)
        return count
      }
      const { ids, counts } = kindOf(streamId, idAt)
      const number = ids.of(streamId, idAt)
      const count = counts.get(number)
      if (Number(revision) === count) counts.set(number, count + 1)
      return count
    },
  }
}
