import type { Pool, PoolClient } from 'pg'
import type { BaseLogger } from 'pino'
import { HOUR_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { createClaimed } from '../processes/claimed.ts'
import { untilNextDue } from '../processes/next-due.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'
import type { TreasuryBank } from './treasury-bank.ts'

const EVERY_MS = 1_000
const AT_ONCE_MAX = 20

const NEXT = {
  name: 'ending-treasury-number-next',
  text: 'select min(next_at) as at from app.ending_treasury_number',
}
/** Each is tried by one process, and again after an hour. */
const CLAIM = `
  update app.ending_treasury_number set next_at = $2 where account_id in (
    select account_id from app.ending_treasury_number where next_at <= $1 order by next_at limit ${AT_ONCE_MAX}
    for update skip locked
  )
  returning account_id as "accountId"`

/** Has the account at the bank of a member who leaves ended, after the transaction of `client`. Safe to repeat. */
export const endTreasuryNumber = (client: PoolClient, accountId: string) =>
  client.query(
    `insert into app.ending_treasury_number (account_id, next_at) values ($1, now()) on conflict do nothing`,
    [accountId],
  )

/** Tells the bank which account numbers take nothing any more, each until the bank has answered. */
export const startEndingNumbers = ({
  pool,
  bank,
  clock,
  log,
}: {
  readonly pool: Pool
  readonly bank: Pick<TreasuryBank, 'closed' | 'endAccount'>
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'error'>
}): Recurring => {
  const claimed = createClaimed({ name: 'ending treasury numbers', log })
  return recurring({
    name: 'ending treasury numbers',
    everyMs: EVERY_MS,
    wokenBy: ['ending treasury numbers'],
    log,
    attempts: claimed,
    round: async () => {
      // Without a bank there is nobody to tell; another configuration will have one.
      if (bank.closed !== null) return
      const now = clock()
      const { rows } = await pool.query<{ accountId: string }>(CLAIM, [
        now,
        new Date(now.getTime() + HOUR_MS),
      ])
      await claimed.run(rows, 1, async ({ accountId }) => {
        await bank.endAccount(accountId)
        await pool.query('delete from app.ending_treasury_number where account_id = $1', [accountId])
      })
      return untilNextDue(pool, clock, NEXT)
    },
  })
}
