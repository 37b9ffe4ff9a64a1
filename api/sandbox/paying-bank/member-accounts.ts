import type { Pool } from 'pg'
import type { Clock } from '../../../events/ids.ts'
import type { MemberAccounts, MoveState } from '../../withdrawals/member-accounts.ts'

const BALANCE = `
  select (coalesce((select sum(cents) from app.sandbox_own_money_in join app.sandbox_money_in using (number)
      where account_id = $1), 0)
    + coalesce((select sum(cents) from app.sandbox_move where account_id = $1), 0))::int8 as cents`
/** What lies in members' accounts, and what of the pooled one is on its way out. */
const APART = `
  select (coalesce((select sum(cents) from app.sandbox_own_money_in join app.sandbox_money_in using (number)), 0)
    + coalesce((select sum(cents) from app.sandbox_move), 0)
    + coalesce((select sum(cents) from app.sandbox_payout p where exists (
        select from app.sandbox_payout_news n where n.key = p.key and n.kind = 'settled'
        having min(n.due_at) > $1)), 0))::int8 as cents`
const MOVE = `
  insert into app.sandbox_move (key, account_id, cents, at) values ($1, $2, $3, $4) on conflict do nothing`
const MOVE_OF = 'select account_id as "accountId", cents from app.sandbox_move where key = $1'

/** Members' own accounts at the sandbox's bank. It refuses to move what an account does not have. */
export const createSandboxMemberAccounts = ({
  pool,
  clock,
  total,
}: {
  readonly pool: Pool
  readonly clock: Clock
  /** What lies in all accounts, in cents. */
  readonly total: () => Promise<bigint>
}): MemberAccounts => {
  const centsOf = async (text: string, value: unknown): Promise<bigint> =>
    (await pool.query<{ cents: bigint }>(text, [value])).rows[0]?.cents ?? 0n
  const balanceOf = (accountId: string) => centsOf(BALANCE, accountId)
  const pooledMinor = async () => (await total()) - (await centsOf(APART, clock()))
  const known = async (key: string) =>
    (await pool.query<{ accountId: string; cents: bigint }>(MOVE_OF, [key])).rows[0]

  return {
    balanceOf,
    pooledMinor,
    move: async ({ key, accountId, cents }): Promise<MoveState> => {
      const before = await known(key)
      if (before && (before.accountId !== accountId || before.cents !== cents))
        throw new Error(`The move ${key} was ordered as another one`)
      if (before) return 'done'
      const covered = cents > 0n ? await pooledMinor() : await balanceOf(accountId)
      if (covered < (cents > 0n ? cents : -cents)) return 'refused'
      await pool.query(MOVE, [key, accountId, cents.toString(), clock()])
      return 'done'
    },
    moveOf: async (key) => ((await known(key)) ? 'done' : null),
    close: async (accountId) => {
      if ((await balanceOf(accountId)) !== 0n) throw new Error(`The account ${accountId} is not empty`)
    },
  }
}
