import { wholeColumn } from './column.ts'
import { createUuidNumbers } from './uuid-set.ts'

const UUID_CHARACTERS = 36
const UUID_END = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** How many events each stream has, in some 30 bytes a stream: nearly all are a kind and an id. */
export const createRevisions = () => {
  const kinds = new Map<string, ReturnType<typeof createKind>>()
  /** Streams of other names. */
  const others = new Map<string, number>()

  const kindOf = (streamId: string) => {
    const end = streamId.length - UUID_CHARACTERS
    if (end <= 0 || !UUID_END.test(streamId)) return null
    const name = streamId.slice(0, end)
    let kind = kinds.get(name)
    if (!kind) kinds.set(name, (kind = createKind()))
    return kind
  }

  return {
    /** Notes that an event stands at `revision`; answers where it should, and notes nothing when that is elsewhere. */
    note: (streamId: string, revision: bigint): bigint => {
      const kind = kindOf(streamId)
      if (!kind) {
        const count = others.get(streamId) ?? 0
        if (BigInt(count) === revision) others.set(streamId, count + 1)
        return BigInt(count)
      }
      const number = kind.ids.of(streamId.slice(-UUID_CHARACTERS))
      const count = kind.counts.get(number)
      if (BigInt(count) === revision) kind.counts.set(number, count + 1)
      return BigInt(count)
    },
  }
}

const createKind = () => ({ ids: createUuidNumbers(), counts: wholeColumn() })
