import type { Pool } from 'pg'
import { rowsQuery } from '../query.ts'
import { poolTransfer } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

/** Whether a contribution to a pool is in flight. */
export const isPaidInto = async (pool: Pool, poolId: string): Promise<boolean> => {
  const { rowCount } = await pool.query({
    name: 'read_pool_paid_into',
    text: `select 1 from ${READ_SCHEMA}.pool_transfer
      where status = 'processing' and kind = 'contribution' and pool_id = $1 limit 1`,
    values: [poolId],
  })
  return rowCount !== 0
}

/** Transfers and sales begun before `olderThan` that have not ended, oldest first. */
export const unfinishedPoolTransfers = rowsQuery(poolTransfer, {
  name: 'read_unfinished_pool_transfers',
  text: `select ${poolTransfer.list()} from ${READ_SCHEMA}.pool_transfer
      where status = 'processing' and sent_at < $1 order by sent_at, id limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
})
