import { inTables, type PersonalData } from '../identity/personal-data.ts'

const EXPORT = `
  select jsonb_build_object(
    'passkeys', (select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'added', p.created_at,
      'last_used', p.last_used_at) order by p.created_at, p.id), '[]') from app.passkey p where p.member_id = $1),
    'wait_started', (select w.started_at from app.passkey_wait w where w.member_id = $1)
  ) as data`

/** The member's passkeys, and their wait for one. */
export const passkeysData: PersonalData = inTables('passkeys', EXPORT, [
  'delete from app.passkey_challenge where member_id = $1',
  'delete from app.passkey_wait where member_id = $1',
  'delete from app.passkey where member_id = $1',
])
