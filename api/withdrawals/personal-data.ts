import { inTables } from '../identity/personal-data.ts'

const EXPORT = `
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'bank_name', bank_name, 'account_type', account_type,
    'last4', last4, 'rails', rails, 'created_at', created_at, 'usable_from', usable_from, 'removed_at', removed_at, 'former', former)
    order by created_at, id), '[]') as data
  from app.saved_bank_account where member_id = $1`

/**
 * The bank accounts that the member saved for withdrawals, removed ones as well. Withdrawals are facts of the ledger,
 * without personal data; what comes back later needs no account.
 */
export const savedAccountsData = inTables('saved_bank_accounts', EXPORT, [
  // Whoever closes an account has had these: another member who withdraws to one is looked at (decision 286).
  `insert into app.former_bank_account (fingerprint, member_id)
   select distinct known, member_id
   from app.saved_bank_account, unnest(also_known_as || array[fingerprint, bank_fingerprint]) as known
   where member_id = $1 and known is not null on conflict do nothing`,
  'delete from app.saved_bank_account where member_id = $1',
  'delete from app.account_sighting where member_id = $1',
])
