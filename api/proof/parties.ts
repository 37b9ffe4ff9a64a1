import { walletEvents, memberOfStream } from '../../events/wallet/events.ts'
import type { EventStore, JsonObject, RecordedEvent } from '../../events/store/event-store.ts'

/** Fields of events with ids of the members concerned. */
const PARTY_FIELDS = ['memberId', 'creatorId', 'requesterId', 'payerId']
/** Streams whose first event names the parties of all their events. */
const OWN_BUSINESS = /^(deposit|transferRequest|pool|bill)-/

/** Members named by the event itself. */
export const partiesIn = (data: JsonObject): string[] =>
  PARTY_FIELDS.flatMap((name) => {
    const id = data[name]
    return typeof id === 'string' ? [id] : []
  })

/**
 * Members who may get an event's receipt. An event of a wallet belongs to its owner alone: a transfer also names the
 * other member, who has an event of their own.
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
