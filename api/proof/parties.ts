import { walletEvents, memberOfStream } from '../../events/wallet/events.ts'
import type { EventStore, JsonObject, RecordedEvent } from '../../events/store/event-store.ts'

/** Under these names events hold ids of members whose business they are. */
const PARTY_FIELDS = ['memberId', 'creatorId', 'requesterId', 'payerId']
/** Streams of one piece of business, whose parties the first event names for all. */
const OWN_BUSINESS = /^(deposit|transferRequest|pool|bill)-/

/** Members whom an event names itself. */
export const partiesIn = (data: JsonObject): string[] =>
  PARTY_FIELDS.flatMap((name) => {
    const id = data[name]
    return typeof id === 'string' ? [id] : []
  })

/**
 * Members who may have an event's receipt. A wallet's event is its owner's alone, although a transfer names the other
 * side too: they have an event of their own.
 */
export const partiesOf = async (
  store: Pick<EventStore, 'readStream'>,
  { streamId, data }: RecordedEvent,
): Promise<readonly string[]> => {
  if (walletEvents.isStream(streamId)) return [memberOfStream(streamId)]
  const own = partiesIn(data)
  if (own.length > 0 || !OWN_BUSINESS.test(streamId)) return own
  for await (const first of store.readStream(streamId, { limit: 1 })) return partiesIn(first.data)
  return []
}
