import { transferRequestEvents } from '../../events/requests/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents, memberOfStream } from '../../events/wallet/events.ts'
import { partiesIn } from '../proof/parties.ts'

/** Both parties of transfer requests, by id, in one query. */
export type RequestParties = (
  requestIds: readonly string[],
  upTo: bigint,
) => Promise<readonly { readonly id: string; readonly requesterId: string; readonly payerId: string }[]>

/**
 * Members affected by a batch of events, each with the position of the last such event. Nearly every event names its
 * members; only later events of a transfer request do not.
 */
export const affectedMembers = async (
  batch: readonly RecordedEvent[],
  requestParties: RequestParties,
): Promise<ReadonlyMap<string, bigint>> => {
  const affected = new Map<string, bigint>()
  const unnamed = new Map<string, bigint>()
  for (const { streamId, data, position } of batch) {
    const members = walletEvents.isStream(streamId) ? [memberOfStream(streamId)] : partiesIn(data)
    for (const member of members) affected.set(member, position)
    const requestId = data['requestId']
    if (members.length === 0 && transferRequestEvents.isStream(streamId) && typeof requestId === 'string')
      unnamed.set(requestId, position)
  }
  const last = batch.at(-1)
  if (unnamed.size === 0 || !last) return affected
  for (const { id, requesterId, payerId } of await requestParties([...unnamed.keys()], last.position))
    for (const member of [requesterId, payerId]) {
      const position = unnamed.get(id) ?? last.position
      const known = affected.get(member)
      if (known === undefined || known < position) affected.set(member, position)
    }
  return affected
}
