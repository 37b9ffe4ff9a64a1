import type { Pool } from 'pg'
import { boolean } from '../columns.ts'
import { readRow, shape } from '../table.ts'

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
