import { requestsOf, type RequestRow } from '../../projections/requests/queries.ts'
import { paymentIdOf } from '../../events/requests/transfer-request.ts'
import type { operations } from '../contract/operations.ts'
import type { QueryOf, ResponseOf } from '../contract/operation.ts'
import type { Person } from '../contract/person.ts'
import type { TransferRequest, TransferRequestStatus } from '../contract/requests.ts'
import { textOf } from '../wallet/history.ts'
import { pageOf, placeOf } from '../http/paging.ts'
import { namesOf } from '../identity/people.ts'
import type { RequestArea } from './context.ts'
import type { KnownRequest } from './transfer-requests.ts'

/** Fields common to a request and its row in the read model. */
type Shown = Pick<
  RequestRow,
  | 'id'
  | 'requesterId'
  | 'payerId'
  | 'amount'
  | 'status'
  | 'requestedAt'
  | 'expiresAt'
  | 'answeredAt'
  | 'transferId'
>

/** A pending request past its expiry time is shown as expired, even before the process expires it. */
const statusAt = ({ status, expiresAt }: Shown, now: string): TransferRequestStatus =>
  status === 'pending' && now >= expiresAt ? 'expired' : status

const shown = (
  request: Shown,
  message: string | null,
  name: (id: string) => Person,
  now: string,
): TransferRequest => {
  const requester = name(request.requesterId)
  const payer = name(request.payerId)
  return {
    id: request.id,
    status: statusAt(request, now),
    amount: Number(request.amount.minor),
    message,
    created_at: request.requestedAt,
    expires_at: request.expiresAt,
    requester_name: requester.name,
    requester_handle: requester.handle,
    sender_name: payer.name,
    sender_handle: payer.handle,
    transfer_id: request.transferId,
    answered_at: request.answeredAt,
  }
}

const transferOf = (request: KnownRequest): string | null =>
  request.status === 'approved' || request.status === 'completed' ? paymentIdOf(request.requestId) : null

const answeredAtOf = (request: KnownRequest): string | null => {
  if (request.status === 'pending') return null
  return request.status === 'expired' ? request.expiredAt : request.answeredAt
}

/** A request as shown to its two members, from its ledger state. */
export const requestView = async (area: RequestArea, request: KnownRequest): Promise<TransferRequest> => {
  const [name, message] = await Promise.all([
    namesOf(area.members, [request.requesterId, request.payerId]),
    textOf(area, request.message),
  ])
  const { requestId: id } = request
  const row = { ...request, id, transferId: transferOf(request), answeredAt: answeredAtOf(request) }
  return shown(row, message, name, area.clock().toISOString())
}

/** One page of each list, newest first. */
export const requestsView = async (
  area: RequestArea,
  memberId: string,
  query: QueryOf<(typeof operations)['listTransferRequests']>,
): Promise<ResponseOf<(typeof operations)['listTransferRequests']>> => {
  const { limit } = query
  const found = await requestsOf(area.pool, memberId, {
    limit: limit + 1,
    incomingBefore: placeOf(query.incoming_cursor, 'incoming_cursor'),
    outgoingBefore: placeOf(query.outgoing_cursor, 'outgoing_cursor'),
    hidden: await area.blocks.blockedBy(memberId),
  })
  const cursorOf = ({ requestedPosition }: RequestRow) => requestedPosition.toString()
  const incoming = pageOf(found.incoming, limit, cursorOf)
  const outgoing = pageOf(found.outgoing, limit, cursorOf)
  const rows = [...incoming.page, ...outgoing.page]
  const now = area.clock().toISOString()
  const [name, messages] = await Promise.all([
    namesOf(
      area.members,
      rows.flatMap(({ requesterId, payerId }) => [requesterId, payerId]),
    ),
    Promise.all(rows.map(({ message }) => textOf(area, message))),
  ])
  const texts = new Map(rows.map(({ id }, index) => [id, messages[index] ?? null]))
  const view = (page: readonly RequestRow[]) =>
    page.map((row) => shown(row, texts.get(row.id) ?? null, name, now))
  return {
    incoming_requests: view(incoming.page),
    outgoing_requests: view(outgoing.page),
    incoming_next_cursor: incoming.next_cursor,
    outgoing_next_cursor: outgoing.next_cursor,
  }
}
