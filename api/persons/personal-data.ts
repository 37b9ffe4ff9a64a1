import { rememberUses } from '../identity/former-uses.ts'
import { inTables, type PersonalData } from '../identity/personal-data.ts'

const EXPORT = `
  select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'reference', reference, 'state', state,
    'reason', reason, 'began', began_at, 'changed', changed_at, 'verified_until', verified_until
  ) order by began_at, id), '[]') as data
  from app.person_check where member_id = $1`

/** The member's checks. What the provider collected is deleted there, as soon as it can be reached. */
export const personsData: PersonalData = inTables('identity_checks', EXPORT, [
  `insert into app.person_redaction (check_id, provider, reference, since, next_at)
   select id, provider, reference, changed_at, changed_at from app.person_check where member_id = $1
   on conflict do nothing`,
  rememberUses('identity_check', 'select began_at from app.person_check where member_id = $1'),
  'delete from app.person_check where member_id = $1',
])
