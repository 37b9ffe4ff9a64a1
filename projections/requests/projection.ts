import { isTransferRequestStream } from '../../events/requests/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { requestChanges, type RequestChanges } from './changes.ts'

const add = (requests: RequestChanges['requested']): Statement => ({
  name: 'transfer_request_add',
  text: `
    insert into transfer_request (id, requester_id, payer_id, currency, minor, message, status, requested_at,
      expires_at, answer_id, answered_at, transfer_id, approved_position, requested_position, position)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::jsonb[], $7::text[],
      $8::timestamptz[], $9::timestamptz[], $10::uuid[], $11::timestamptz[], $12::uuid[], $13::bigint[],
      $14::bigint[], $15::bigint[])`,
  values: columnsOf(
    requests,
    ({ id }) => id,
    ({ requesterId }) => requesterId,
    ({ payerId }) => payerId,
    ({ currency }) => currency,
    ({ minor }) => minor,
    ({ message }) => (message === null ? null : JSON.stringify(message)),
    ({ status }) => status,
    ({ requestedAt }) => requestedAt,
    ({ expiresAt }) => expiresAt,
    ({ answerId }) => answerId,
    ({ answeredAt }) => answeredAt,
    ({ transferId }) => transferId,
    ({ approvedPosition }) => approvedPosition,
    ({ requestedPosition }) => requestedPosition,
    ({ position }) => position,
  ),
  rows: requests.length,
})

const moveOn = (requests: RequestChanges['moved']): Statement => ({
  name: 'transfer_request_move',
  text: `
    update transfer_request as known set status = moved.status, position = moved.position,
      answer_id = case when moved.keeps_answer then known.answer_id else moved.answer_id end,
      answered_at = case when moved.keeps_answer then coalesce(known.answered_at, moved.answered_at)
        else moved.answered_at end,
      transfer_id = moved.transfer_id,
      approved_position = coalesce(known.approved_position, moved.approved_position)
    from unnest($1::uuid[], $2::text[], $3::bigint[], $4::boolean[], $5::uuid[], $6::timestamptz[], $7::uuid[],
      $8::bigint[])
      as moved (id, status, position, keeps_answer, answer_id, answered_at, transfer_id, approved_position)
    where known.id = moved.id`,
  values: columnsOf(
    requests,
    ({ id }) => id,
    ({ status }) => status,
    ({ position }) => position,
    ({ keepsAnswer }) => String(keepsAnswer),
    ({ answerId }) => answerId,
    ({ answeredAt }) => answeredAt,
    ({ transferId }) => transferId,
    ({ approvedPosition }) => approvedPosition,
  ),
  rows: requests.length,
})

/** Every transfer request with where it stands: table `transfer_request`. */
export const requestsProjection: Projection = {
  name: 'requests',
  version: 1,
  follows: isTransferRequestStream,
  apply: (batch) => {
    const { requested, moved } = requestChanges(batch)
    return [...(requested.length > 0 ? [add(requested)] : []), ...(moved.length > 0 ? [moveOn(moved)] : [])]
  },
}
