import type { Pool } from 'pg'

const SAVE = `
  insert into app.member_account (bank, account_id, treasury_account_id) values ($1, $2, $3) on conflict do nothing`
const END = `
  update app.member_account set ended_at = coalesce(ended_at, now()) where bank = $1 and treasury_account_id = $2`
const IDS = `
  select account_id as id from app.member_account where bank = $1 and (closed_at is null or $2) order by account_id`

/** Keeps that a member's money lies in an account of its own. @param treasuryAccountId the ledger's id of it */
export const keepMemberAccount = (
  pool: Pool,
  bank: string,
  { accountId, treasuryAccountId }: { readonly accountId: string; readonly treasuryAccountId: string },
) => pool.query(SAVE, [bank, accountId, treasuryAccountId])

/** Has the member's own account emptied and closed, where there is one (`api/withdrawals/sweeps.ts`). */
export const endMemberAccount = (pool: Pool, bank: string, treasuryAccountId: string) =>
  pool.query(END, [bank, treasuryAccountId])

/** Accounts of single members; `open`: without those that were closed. */
export const memberAccountIds = async (
  pool: Pool,
  bank: string,
  which: 'open' | 'all',
): Promise<readonly string[]> =>
  (await pool.query<{ id: string }>(IDS, [bank, which === 'all'])).rows.map(({ id }) => id)
