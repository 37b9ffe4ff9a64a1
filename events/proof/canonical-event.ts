import type { RecordedEvent } from '../store/event-store.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * Names the format of a leaf's bytes. A new format gets a new tag and applies to new events only: v2 is that of events
 * with a salt, without which a leaf can be guessed.
 */
const formatOf = ({ metadata }: RecordedEvent): string =>
  metadata['salt'] === undefined ? 'youtility-event-v1' : 'youtility-event-v2'

const encoder = new TextEncoder()

/**
 * The text of an event that is hashed into the Merkle log: RFC 8785 JSON of everything that the store keeps of
 * it except its position, which is the leaf's place in the tree (and differs between stores). The revision is a
 * decimal string, since JSON numbers are not exact; amounts in `data` are strings already.
 */
export const canonicalEvent = (event: RecordedEvent): string =>
  canonicalJson({
    format: formatOf(event),
    stream: event.streamId,
    revision: event.revision.toString(),
    id: event.id,
    type: event.type,
    data: event.data,
    metadata: event.metadata,
    recordedAt: event.recordedAt,
  })

/** {@link canonicalEvent} in UTF-8: the leaf's data. */
export const canonicalBytes = (event: RecordedEvent): Uint8Array<ArrayBuffer> =>
  encoder.encode(canonicalEvent(event))
