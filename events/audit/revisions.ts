import { wholeColumn } from './column.ts'
import { createUuidNumbers } from './uuid-set.ts'
import { uuidAtEnd } from './uuid-table.ts'

/** The streams whose names begin alike and end with an id. */
const createKind = (name: string) => ({ name, ids: createUuidNumbers(), counts: wholeColumn() })
type Kind = ReturnType<typeof createKind>

/** How many events each stream has, in some 30 bytes a stream: nearly all are a kind and an id. */
export const createRevisions = () => {
  const kinds: Kind[] = []
  /** Streams of other names. */
  const others = new Map<string, number>()

  /** There are hardly ten: looking at their names makes no new text, as a map of them would need. */
  const kindOf = (streamId: string, idAt: number): Kind => {
    for (const kind of kinds) if (kind.name.length === idAt && streamId.startsWith(kind.name)) return kind
    const kind = createKind(streamId.slice(0, idAt))
    kinds.push(kind)
    return kind
  }

  return {
    /** Records that an event stands at `revision`; answers where it should, and records nothing when that is elsewhere. */
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
