import type { Pool } from 'pg'
import { money } from '../../events/money.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { boolean, int8, json, uuid } from '../columns.ts'
import { END, exportQuery, readRows, rowQuery, rowsQuery } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { transferRequest } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

const { list } = transferRequest

const requestFrom = ({ currency, minor, ...row }: RowOf<typeof transferRequest.columns>) => ({
  ...row,
  amount: money(currency, minor),
})

/** A transfer request as of the checkpoint of the projection `requests`. */
export type RequestRow = ReturnType<typeof requestFrom>

/** One of the two lists of a member, newest first; $2 or $3 is the position before which it begins, $4 its limit. */
const listed = (party: 'payer_id' | 'requester_id', before: '$2' | '$3', and = '') => `
  (select ${list()} from ${READ_SCHEMA}.transfer_request
    where ${party} = $1 and requested_position < ${before}::bigint ${and} order by requested_position desc limit $4)`

/** What members of $5 ask is not shown, unless it was answered. */
const NOT_HIDDEN = `and not (requester_id = any($5::uuid[]) and status in ('pending', 'cancelled', 'expired'))`

const newestFirst = (a: RequestRow, b: RequestRow): number =>
  a.requestedPosition < b.requestedPosition ? 1 : -1

/**
 * Requests to a member (incoming) and by them (outgoing), newest first, at most `limit` of each. None is to oneself.
 * @param page only requests made before these positions, and none that was not answered by members of `hidden`
 */
export const requestsOf = async (
  pool: Pool,
  memberId: string,
  page: {
    readonly limit: number
    readonly incomingBefore?: bigint | undefined
    readonly outgoingBefore?: bigint | undefined
    readonly hidden?: readonly string[]
  },
): Promise<{ readonly incoming: readonly RequestRow[]; readonly outgoing: readonly RequestRow[] }> => {
  const rows = await readRows(pool, transferRequest, {
    name: 'read_requests_of',
    text: `${listed('payer_id', '$2', NOT_HIDDEN)} union all ${listed('requester_id', '$3')}`,
    values: [
      memberId,
      page.incomingBefore?.toString() ?? END,
      page.outgoingBefore?.toString() ?? END,
      page.limit,
      page.hidden ?? [],
    ],
  })
  const requests = rows.map(requestFrom).sort(newestFirst)
  return {
    incoming: requests.filter(({ payerId }) => payerId === memberId),
    outgoing: requests.filter(({ requesterId }) => requesterId === memberId),
  }
}

/** Requests approved before `olderThan` whose payment has not ended, oldest first. */
export const unsettledRequests = rowsQuery(transferRequest, {
  name: 'read_unsettled_requests',
  text: `select ${list()} from ${READ_SCHEMA}.transfer_request where status = 'approved' and answered_at < $1
      order by answered_at, id limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
  as: requestFrom,
})

/** Ids of pending requests that expired at `now` or before, oldest first. */
export const expiredRequests = rowsQuery(transferRequest.pick('id'), {
  name: 'read_expired_requests',
  text: `select id from ${READ_SCHEMA}.transfer_request where status = 'pending' and expires_at <= $1
      order by expires_at, id limit $2`,
  values: (now: Date, limit: number) => [now.toISOString(), limit],
  as: ({ id }) => id,
})

/** Requests by a member and to them for their data export, oldest first; `cents` as text. */
export const requestsForExport = exportQuery<{
  readonly message: EncryptedText | null
  readonly position: unknown
}>({
  name: 'export_requests',
  text: `
      select id, requester_id, payer_id, minor::text as cents, message, status, requested_at, expires_at, answered_at,
        requested_position as position
      from ${READ_SCHEMA}.transfer_request where requester_id = $1
      union all
      select id, requester_id, payer_id, minor::text, message, status, requested_at, expires_at, answered_at,
        requested_position
      from ${READ_SCHEMA}.transfer_request where payer_id = $1
      order by position`,
})

const Pending = shape({ id: uuid, requesterId: uuid, isMine: boolean })

/** A member's pending requests; `isMine`: made by the member. */
export const pendingRequestsOf = rowsQuery(Pending, {
  name: 'read_pending_requests',
  text: `select id, requester_id, requester_id = $1 as is_mine from ${READ_SCHEMA}.transfer_request
      where (requester_id = $1 or payer_id = $1) and status = 'pending' order by id`,
  values: (memberId: string) => [memberId],
})

const Counts = shape({ toPayer: int8, ofBoth: int8, byRequester: int8, known: json<readonly string[]>() })

/** Counting stops here: no limit is above it. */
const COUNTED_MAX = 101
const pendingWhere = (condition: string) => `(select count(*) from (
        select from ${READ_SCHEMA}.transfer_request where ${condition} and status = 'pending' limit ${COUNTED_MAX}) as pending)`

/**
 * How many requests are pending to a payer, without those by members of `hidden`; how many by the requester to them, and
 * how many by the requester to anybody; and which of the ids `asked` are known here, all at the same moment.
 */
export const pendingCounts = rowQuery(Counts, {
  name: 'read_pending_counts',
  text: `select ${pendingWhere('payer_id = $1 and requester_id <> all($3::uuid[])')} as to_payer,
        ${pendingWhere('payer_id = $1 and requester_id = $2')} as of_both,
        ${pendingWhere('requester_id = $2')} as by_requester,
        to_jsonb(array(select id from ${READ_SCHEMA}.transfer_request where id = any($4::uuid[]))) as known`,
  values: (payerId: string, requesterId: string, hidden: readonly string[], asked: readonly string[]) => [
    payerId,
    requesterId,
    hidden,
    asked,
  ],
})

const Asked = shape({ asked: boolean })

/** Whether a member has a pending request to a payer. */
export const hasAsked = rowQuery(Asked, {
  name: 'read_has_asked',
  text: `select exists (select from ${READ_SCHEMA}.transfer_request
      where payer_id = $2 and requester_id = $1 and status = 'pending') as asked`,
  values: (requesterId: string, payerId: string) => [requesterId, payerId],
  as: ({ asked }) => asked,
  otherwise: false,
})

const Parties = shape({ id: uuid, requesterId: uuid, payerId: uuid })

/** Requester and payer of the requests with these ids. */
export const partiesOfRequests = rowsQuery(Parties, {
  name: 'read_request_parties',
  text: `select ${Parties.list()} from ${READ_SCHEMA}.transfer_request where id = any($1::uuid[])`,
  values: (ids: readonly string[]) => [ids],
})
