import type { Pool } from 'pg'
import { readRows } from '../table.ts'
import { interestDueTable } from './table.ts'

/**
 * Members whose wallets have days before `today` (UTC, `yyyy-mm-dd`) that ended with dollars and have not been
 * paid for: exactly those, `limit` at most.
 */
export const interestDue = async (pool: Pool, today: string, limit: number): Promise<readonly string[]> => {
  const rows = await readRows(pool, interestDueTable.pick('memberId'), {
    name: 'read_interest_due',
    text: `
      select member_id from (
        (select member_id from read.interest_due where backlog and day <= $1::date order by member_id limit $2)
        union
        (select member_id from read.interest_due where earning and day < $1::date order by day, member_id limit $2)
      ) as due limit $2`,
    values: [today, limit],
  })
  return rows.map(({ memberId }) => memberId)
}
