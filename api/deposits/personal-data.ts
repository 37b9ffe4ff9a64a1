import { rememberUses } from '../identity/former-uses.ts'
import { inTables, type PersonalData } from '../identity/personal-data.ts'

const EXPORT = `
  select jsonb_build_object('bank_accounts', coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'bank_name', bank_name, 'account_type', account_type, 'last4', last4, 'created_at', created_at,
    'validation', validation
  ) order by created_at, id), '[]')) as data
  from app.bank_account where member_id = $1`

/** The member's saved bank accounts. Deposits are facts of the ledger, without personal data. */
export const depositsData: PersonalData = inTables('payments', EXPORT, [
  rememberUses(
    'validation',
    `select validation_until from app.bank_account
     where member_id = $1 and validation in ('asked', 'refused') and validation_until is not null`,
  ),
  'delete from app.bank_account where member_id = $1',
  // What was taken back from others counts for its source until it is purged, and names nobody.
  `update app.reversible_deposit set member_id = '00000000-0000-0000-0000-000000000000' where member_id = $1`,
  'delete from app.sandbox_bank_account where member_id = $1',
])
