import type { Pool } from 'pg'
import { PoolTerms } from '../../events/pools/terms.ts'
import type { PoolTransfer } from './changes.ts'

interface Row {
  id: string
  kind: 'contribution' | 'proceeds'
  member_id: string
  pool_id: string
  minor: string | bigint
  opens: unknown
  sent_at: Date
  sent_position: string | bigint
}

/** Money sent before `olderThan` that has not arrived, oldest first. */
export const unfinishedPoolTransfers = async (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly PoolTransfer[]> => {
  const { rows } = await pool.query<Row>({
    name: 'read_unfinished_pool_transfers',
    text: `select id, kind, member_id, pool_id, minor, opens, sent_at, sent_position from read.pool_transfer
      where status = 'processing' and sent_at < $1 order by sent_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    memberId: row.member_id,
    poolId: row.pool_id,
    minor: BigInt(row.minor),
    opens: row.opens === null ? null : PoolTerms.parse(row.opens),
    status: 'processing',
    sentAt: row.sent_at.toISOString(),
    position: BigInt(row.sent_position),
  }))
}
