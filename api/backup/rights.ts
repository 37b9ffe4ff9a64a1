import type { Client } from 'pg'
import { NEW_BANK_ACCOUNT_HOURS } from '../../events/limits.ts'

/** The business clock, which a sandbox puts ahead. */
const NOW = `now() + coalesce((select max(shift_ms) from app.sandbox_clock), 0) * interval '1 millisecond'`

/**
 * Tables of `app` whose rows let a person do something, and the statement that takes it back at a restore (null: it
 * stays): what was ended since the backup would stand again. A table that is new belongs here or into the list of those without rights,
 * in `tests/api/security/restored-rights.test.ts`.
 */
export const RIGHTS: Readonly<Record<string, string | null>> = {
  session: 'delete from app.session',
  pending_sign_in: 'delete from app.pending_sign_in',
  provider_session: 'delete from app.provider_session',
  access_token: 'delete from app.access_token',
  push_delivery: 'delete from app.push_delivery',
  push_last_word: 'delete from app.push_last_word',
  push_subscription: 'delete from app.push_subscription',
  passkey_challenge: 'delete from app.passkey_challenge',
  // One that was stopped would run to its end.
  passkey_wait: 'delete from app.passkey_wait',
  // As one that was stopped. Where the erasure has begun, it is in the log.
  account_closing: `delete from app.account_closing c
    where not exists (select from app.erasure e where e.member_id = c.member_id)`,
  // One that was removed stands there again: its member is told of it, and has the day of a new one to remove it.
  saved_bank_account: `update app.saved_bank_account
    set usable_from = greatest(usable_from, ${NOW} + interval '${NEW_BANK_ACCOUNT_HOURS} hours')
    where removed_at is null`,
  // Worth nothing without a session, and no session is left, so its member signs in at the provider first.
  passkey: null,
}

/** Those who have to look at what stands there again, or may miss what does not. */
const CONCERNED = `
  select member_id from app.access_token union select member_id from app.passkey
  union select member_id from app.saved_bank_account where removed_at is null
  union select member_id from app.account_closing`

const TELL = `
  with told as (
    insert into app.security_event (member_id, kind, at, device)
    select m.id, 'backup_restored', ${NOW}, 'Youtility' from app.member m where m.id = any($1)
    returning id, member_id, at)
  insert into app.notification (member_id, kind, subject, facts, at)
  select member_id, 'security', id::text,
    jsonb_build_object('kind', 'security', 'event', 'backup_restored', 'device', 'Youtility'), at
  from told`

/**
 * Ends every right that a restored database holds and that its holder can get again, and tells the members concerned;
 * within the caller's transaction.
 * @returns how many members are told
 */
export const endRights = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ member_id: string }>(CONCERNED)
  for (const statement of Object.values(RIGHTS)) if (statement !== null) await client.query(statement)
  const { rowCount } = await client.query(TELL, [rows.map(({ member_id: id }) => id)])
  return rowCount ?? 0
}
