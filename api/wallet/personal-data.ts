import type { Pool } from 'pg'
import { walletOf } from '../../projections/wallet/queries.ts'
import { endTreasuryNumber } from './ending-numbers.ts'
import { inTables, type PersonalData } from '../identity/personal-data.ts'

const EXPORT = `
  select coalesce(jsonb_agg(jsonb_build_object('account_id', account_id, 'routing_number', routing_number,
    'last4', last4) order by account_id), '[]') as data
  from app.treasury_address where member_id = $1`

const shown = inTables('treasury_account', EXPORT, [
  'delete from app.treasury_address where member_id = $1',
  // It stays in the bank's books, of nobody.
  'update app.sandbox_money_in set member_id = null where member_id = $1',
])

/** What is shown of the member's account at the bank, which keeps the account itself; that is ended after the member. */
export const treasuryData = (pool: Pool): PersonalData => ({
  ...shown,
  erase: async (client, memberId) => {
    const account = (await walletOf(pool, memberId))?.treasuryAccount
    if (account) await endTreasuryNumber(client, account.id)
    await shown.erase(client, memberId)
  },
})
