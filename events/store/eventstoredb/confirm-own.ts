import { IdTaken, OutcomeUnknown, type Appended } from '../event-store.ts'
import type { SerialisedEvent } from '../serialise.ts'
import { readStream, type ReadContext } from './reads.ts'

/**
 * Confirms that what the server calls stored are these very events. It answers an append behind the end of the stream
 * like the first one if the ids are equal, whatever the content, and its answer does not say which of the two it is; the
 * ids of a step are the same in every attempt of every process. So the first event is read back: an append is stored
 * whole, and the metadata of each attempt differs (its time and salt).
 * @throws {IdTaken} another attempt's events are stored
 * @throws {OutcomeUnknown} the event could not be read: repeat the identical append
 */
export const confirmOwn = async (
  context: ReadContext,
  {
    streamId,
    events,
    appended,
  }: {
    readonly streamId: string
    readonly events: readonly SerialisedEvent[]
    readonly appended: Appended
  },
): Promise<void> => {
  const revision = appended.revision - BigInt(events.length - 1)
  const [first] = events
  let isOwn = false
  try {
    for await (const stored of readStream(context, streamId, { from: revision, limit: 1 }))
      isOwn =
        stored.id === first?.id &&
        JSON.stringify(stored.metadata) === first.metadata &&
        JSON.stringify(stored.data) === first.data
  } catch (cause) {
    throw new OutcomeUnknown(streamId, { cause })
  }
  if (!isOwn) throw new IdTaken(streamId, { revision, position: appended.position })
}
