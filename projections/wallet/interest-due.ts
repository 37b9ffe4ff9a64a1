import type { Pool } from 'pg'
import { readRows } from '../table.ts'
import { wallet } from './table.ts'

/**
 * Members whose wallets have days before `today` (UTC, `yyyy-mm-dd`) that ended with dollars and have not been
 * paid for: exactly those, `limit` at most.
 */
export const interestDue = async (pool: Pool, today: string, limit: number): Promise<readonly string[]> => {
  const rows = await readRows(pool, wallet.pick('memberId'), {
    name: 'read_interest_due',
    text: `
      select member_id from (
        (select member_id from read.wallet where backlog and usd_day <= $1::date order by member_id limit $2)
        union
        (select member_id from read.wallet where earning and usd_day < $1::date order by usd_day, member_id limit $2)
      ) as due limit $2`,
    values: [today, limit],
  })
  return rows.map(({ memberId }) => memberId)
}
