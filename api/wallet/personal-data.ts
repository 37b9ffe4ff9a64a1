import { inTables } from '../identity/personal-data.ts'

const EXPORT = `
  select coalesce(jsonb_agg(jsonb_build_object('account_id', account_id, 'routing_number', routing_number,
    'last4', last4) order by account_id), '[]') as data
  from app.treasury_address where member_id = $1`

/** What is shown of the member's account at the bank, which keeps the account itself. */
export const treasuryData = inTables('treasury_account', EXPORT, [
  'delete from app.treasury_address where member_id = $1',
  // It stays in the bank's books, of nobody.
  'update app.sandbox_money_in set member_id = null where member_id = $1',
])
