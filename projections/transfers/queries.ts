import type { Pool } from 'pg'
import type { Currency } from '../../events/money.ts'
import type { EncryptedText } from '../../events/wallet/events.ts'

/** A transfer between members, as far as the projection `transfers` has come. */
export interface TransferRow {
  readonly id: string
  readonly senderId: string
  readonly recipientId: string
  readonly currency: Currency
  /** Minor units, positive. */
  readonly minor: bigint
  readonly message: EncryptedText | null
  readonly status: 'processing' | 'completed' | 'returned'
  /** ISO 8601. */
  readonly sentAt: string
  /** When it arrived or came back, ISO 8601; null while it is on its way. */
  readonly completedAt: string | null
  readonly sentPosition: bigint
  /** Of its newest event. */
  readonly position: bigint
}

interface Row {
  id: string
  sender_id: string
  recipient_id: string
  currency: Currency
  minor: string | bigint
  message: EncryptedText | null
  status: TransferRow['status']
  sent_at: Date
  completed_at: Date | null
  sent_position: string | bigint
  position: string | bigint
}

const COLUMNS = `id, sender_id, recipient_id, currency, minor, message, status, sent_at, completed_at,
  sent_position, position`

const transferFrom = (row: Row): TransferRow => ({
  id: row.id,
  senderId: row.sender_id,
  recipientId: row.recipient_id,
  currency: row.currency,
  minor: BigInt(row.minor),
  message: row.message,
  status: row.status,
  sentAt: row.sent_at.toISOString(),
  completedAt: row.completed_at?.toISOString() ?? null,
  sentPosition: BigInt(row.sent_position),
  position: BigInt(row.position),
})

/** A transfer by its id; null when there is none. Who may see it is the caller's question. */
export const transferById = async (pool: Pool, id: string): Promise<TransferRow | null> => {
  const { rows } = await pool.query<Row>({
    name: 'read_transfer_by_id',
    text: `select ${COLUMNS} from read.transfer where id = $1`,
    values: [id],
  })
  return rows[0] ? transferFrom(rows[0]) : null
}

/** Whether `senderId` has ever sent `recipientId` money that did not come back. */
export const hasPaid = async (pool: Pool, senderId: string, recipientId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ paid: boolean }>({
    name: 'read_has_paid',
    text: `select transfers > 0 as paid from read.payee where sender_id = $1 and recipient_id = $2`,
    values: [senderId, recipientId],
  })
  return rows[0]?.paid ?? false
}

/** Transfers sent before `olderThan` that have neither arrived nor come back, oldest first. */
export const undeliveredTransfers = async (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly TransferRow[]> => {
  const { rows } = await pool.query<Row>({
    name: 'read_undelivered_transfers',
    text: `select ${COLUMNS} from read.transfer where status = 'processing' and sent_at < $1
      order by sent_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })
  return rows.map(transferFrom)
}

const DAY_MS = 86_400_000

/**
 * Money received minus money sent by transfers in the last `days` UTC days, the current one included,
 * in minor units. Money that came back counts on the day it did.
 */
export const netOf = async (
  pool: Pool,
  memberId: string,
  currency: Currency,
  now: Date,
  days = 30,
): Promise<bigint> => {
  const since = new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10)
  const { rows } = await pool.query<{ net: string | bigint }>({
    name: 'read_net_of',
    text: `select coalesce(sum(received_minor - sent_minor), 0)::bigint as net from read.transfer_day
      where member_id = $1 and currency = $2 and day >= $3::date`,
    values: [memberId, currency, since],
  })
  return BigInt(rows[0]?.net ?? 0)
}
