import type { Pool } from 'pg'
import { boolean, int8 } from '../columns.ts'
import { readRow, readRows, shape, type Queryable, type RowOf } from '../table.ts'
import { transfer } from './tables.ts'

/** A transfer between members, as far as the projection `transfers` has come. */
export type TransferRow = RowOf<typeof transfer.columns>

/** A transfer by its id; null when there is none. Who may see it is the caller's question. */
export const transferById = (pool: Pool, id: string): Promise<TransferRow | null> =>
  readRow(pool, transfer, {
    name: 'read_transfer_by_id',
    text: `select ${transfer.list()} from read.transfer where id = $1`,
    values: [id],
  })

const Paid = shape({ paid: boolean })

/** Whether `senderId` has ever sent `recipientId` money that did not come back. */
export const hasPaid = async (pool: Pool, senderId: string, recipientId: string): Promise<boolean> => {
  const row = await readRow(pool, Paid, {
    name: 'read_has_paid',
    text: `select transfers > 0 as paid from read.payee where sender_id = $1 and recipient_id = $2`,
    values: [senderId, recipientId],
  })
  return row?.paid ?? false
}

/** Transfers sent before `olderThan` that have neither arrived nor come back, oldest first. */
export const undeliveredTransfers = (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly TransferRow[]> =>
  readRows(pool, transfer, {
    name: 'read_undelivered_transfers',
    text: `select ${transfer.list()} from read.transfer where status = 'processing' and sent_at < $1
      order by sent_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })

const Count = shape({ count: int8 })

/** How many transfers of a member are on their way. */
export const transfersOnTheWay = async (pool: Queryable, senderId: string): Promise<bigint> => {
  const row = await readRow(pool, Count, {
    name: 'read_transfers_on_the_way',
    text: `select count(*) as count from read.transfer where sender_id = $1 and status = 'processing'`,
    values: [senderId],
  })
  return row?.count ?? 0n
}
