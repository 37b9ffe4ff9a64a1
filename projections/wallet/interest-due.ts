import { rowsQuery } from '../query.ts'
import { wallet } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

/**
 * Exactly the members whose wallets have days before `today` (UTC, `yyyy-mm-dd`) that ended with a positive USD
 * balance and have not been paid for; `limit` at most.
 */
export const interestDue = rowsQuery(wallet.pick('memberId'), {
  name: 'read_interest_due',
  text: `
      select member_id from (
        (select member_id from ${READ_SCHEMA}.wallet where backlog and usd_day <= $1::date order by member_id limit $2)
        union
        (select member_id from ${READ_SCHEMA}.wallet where earning and usd_day < $1::date order by usd_day, member_id limit $2)
      ) as due limit $2`,
  values: (today: string, limit: number) => [today, limit],
  as: ({ memberId }) => memberId,
})
