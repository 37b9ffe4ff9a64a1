import type { Pool } from 'pg'
import { DAY_MS } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { rowsChanged } from '../database/database.ts'
import type { SavedAccounts } from './bank-accounts.ts'

/** Longer than it takes to open the case of a withdrawal, whatever is away meanwhile. */
const RETENTION_DAYS = 60

const KEEP = `
  insert into app.account_sighting (withdrawal_id, member_id, others, is_last, at) values ($1, $2, $3, $4, $5)
  on conflict (withdrawal_id) do nothing`
const KEPT = 'select cardinality(others) > 0 as "isShared" from app.account_sighting where withdrawal_id = $1'

/** What was seen of a withdrawal's bank account before it was decided by. */
export interface AccountSightings {
  /**
   * Whether another member has or had the account that a withdrawal goes to. Who they are is kept for the person who
   * looks at it; a repetition is told what was seen first.
   * @param isLast an account is closed by it
   */
  readonly isShared: (withdrawal: {
    readonly withdrawalId: string
    readonly memberId: string
    readonly accountId: string
    readonly isLast: boolean
  }) => Promise<boolean>
  readonly purge: () => Promise<number>
}

export const createAccountSightings = (
  pool: Pool,
  clock: Clock,
  accounts: Pick<SavedAccounts, 'othersWith'>,
): AccountSightings => ({
  isShared: async ({ withdrawalId, memberId, accountId, isLast }) => {
    const others = await accounts.othersWith(memberId, accountId)
    await pool.query(KEEP, [withdrawalId, memberId, others, isLast, clock()])
    const { rows } = await pool.query<{ isShared: boolean }>(KEPT, [withdrawalId])
    const [kept] = rows
    if (!kept) throw new Error(`What was seen of the account of withdrawal ${withdrawalId} was not kept`)
    return kept.isShared
  },
  purge: () =>
    rowsChanged(pool, 'delete from app.account_sighting where at < $1', [
      new Date(clock().getTime() - RETENTION_DAYS * DAY_MS),
    ]),
})
