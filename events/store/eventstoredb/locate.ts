import { StoreUnavailable, type RecordedEvent } from '../event-store.ts'
import type { Append } from './append.ts'
import type { PlacelessEvent } from './events.ts'

/** Gives events of one stream their place in the whole store. */
export type Locate = (events: readonly PlacelessEvent[]) => Promise<RecordedEvent[]>

/** How many questions are on their way at a time. */
const AT_ONCE = 32

/**
 * EventStoreDB does not say in a read of one stream where in the whole store an event stands. It does say so
 * when the append of an event that it has is repeated: it compares the ids, stores nothing and answers with
 * the position of the first time. That is what is asked here for each event, with the very event, at the
 * revision where it was just read. It costs one small call an event; readers of long streams start from a
 * snapshot.
 */
export const createLocate =
  (append: Append): Locate =>
  async (events) => {
    const located: RecordedEvent[] = []
    for (let start = 0; start < events.length; start += AT_ONCE) {
      const some = events.slice(start, start + AT_ONCE)
      located.push(...(await Promise.all(some.map((event) => locateOne(append, event)))))
    }
    return located
  }

const locateOne = async (append: Append, event: PlacelessEvent): Promise<RecordedEvent> => {
  if (event.position !== undefined) return { ...event, position: event.position }
  const { id, type, streamId, revision } = event
  const text = { id, type, data: JSON.stringify(event.data), metadata: JSON.stringify(event.metadata) }
  try {
    const { position } = await append(streamId, revision === 0n ? 'no_stream' : revision - 1n, [text])
    return { ...event, position }
  } catch (cause) {
    throw new StoreUnavailable(`EventStoreDB does not tell where event ${id} stands`, { cause })
  }
}
