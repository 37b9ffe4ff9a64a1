import type { Currency } from '../../events/money.ts'
import { boolean, int8, nullable, text, timestamp, uuid } from '../columns.ts'
import { rowQuery, rowsQuery } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { sentIdOf } from './changes.ts'
import { activity, KIND_CODES } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

const Transfer = shape({
  id: uuid,
  senderId: uuid,
  recipientId: uuid,
  currency: text<Currency>(),
  /** Positive. */
  minor: int8,
  message: activity.columns.message,
  status: text<'processing' | 'completed' | 'returned'>(),
  sentAt: timestamp,
  /** When it was received or returned; null while it is in flight. */
  completedAt: nullable(timestamp),
  sentPosition: int8,
  /** Position of its newest event. */
  position: int8,
})

/** A transfer between members, joined from the lines of its sender and its recipient. */
export type TransferRow = RowOf<typeof Transfer.columns>

/** Joins the sender's line with the line of the end: the recipient's, or the sender's line of the return. */
const TRANSFER = `
  select sent.transfer_id as id, sent.member_id as sender_id, sent.counterparty_id as recipient_id, sent.currency,
    -sent.minor as minor, sent.message, sent.status, sent.occurred_at as sent_at, ended.occurred_at as completed_at,
    sent.position as sent_position, coalesce(sent.ended_position, sent.position) as position
  from ${READ_SCHEMA}.activity as sent left join ${READ_SCHEMA}.activity as ended
    on ended.position = sent.ended_position and ended.member_id =
      case sent.status when 'completed' then sent.counterparty_id else sent.member_id end`

/** A transfer by its id; null when there is none. The caller checks who may see it. */
export const transferById = rowQuery(Transfer, {
  name: 'read_transfer_by_id',
  text: `${TRANSFER} where sent.id = $1`,
  values: (id: string) => [sentIdOf(id)],
})

/** Transfers sent before `olderThan` that were neither received nor returned, oldest first. */
export const undeliveredTransfers = rowsQuery(Transfer, {
  name: 'read_undelivered_transfers',
  text: `${TRANSFER} where sent.status = 'processing' and sent.occurred_at < $1
      order by sent.occurred_at, sent.id limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
})

const Paid = shape({ paid: boolean })

/** Whether `senderId` has ever sent `recipientId` money that was not returned. */
export const hasPaid = rowQuery(Paid, {
  name: 'read_has_paid',
  text: `select exists (
      select from ${READ_SCHEMA}.activity
      where uuid_hash_extended(counterparty_id, uuid_hash_extended(member_id, 0))
          = uuid_hash_extended($2::uuid, uuid_hash_extended($1::uuid, 0))
        and member_id = $1 and counterparty_id = $2 and kind = '${KIND_CODES.transfer_sent}' and status <> 'returned'
    ) as paid`,
  values: (senderId: string, recipientId: string) => [senderId, recipientId],
  as: ({ paid }) => paid,
  otherwise: false,
})

const PaidId = shape({ id: uuid })

/** Whom of `recipientIds` the member has ever sent money that was not returned. */
export const paidAmong = rowsQuery(PaidId, {
  name: 'read_paid_among',
  // A limit in each: without it, the planner may join with all of the member's lines.
  text: `select recipient as id from unnest($2::uuid[]) as recipient cross join lateral (
      select from ${READ_SCHEMA}.activity
      where uuid_hash_extended(counterparty_id, uuid_hash_extended(member_id, 0))
          = uuid_hash_extended(recipient, uuid_hash_extended($1::uuid, 0))
        and member_id = $1 and counterparty_id = recipient and kind = '${KIND_CODES.transfer_sent}'
        and status <> 'returned' limit 1) as paid`,
  values: (senderId: string, recipientIds: readonly string[]) => [senderId, recipientIds],
  as: ({ id }) => id,
})

const Count = shape({ count: int8 })

/** Number of a member's sent transfers that are in flight. */
export const transfersOnTheWay = rowQuery(Count, {
  name: 'read_transfers_on_the_way',
  text: `select count(*) as count from ${READ_SCHEMA}.activity where member_id = $1 and status = 'processing'`,
  values: (senderId: string) => [senderId],
  as: ({ count }) => count,
  otherwise: 0n,
})
