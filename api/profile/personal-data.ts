import type { FormerMembers } from '../identity/former-members.ts'
import { rememberUses } from '../identity/former-uses.ts'
import { inTables, type PersonalData } from '../identity/personal-data.ts'
import { eraseMentions } from './mentions.ts'

const EXPORT = `
  select jsonb_build_object(
    'sign_in', jsonb_build_object('issuer', m.issuer, 'subject', m.subject, 'email', m.email,
      'given_name', m.given_name, 'family_name', m.family_name, 'name', m.name, 'picture', m.picture,
      'created_at', m.created_at, 'signed_in_at', m.signed_in_at),
    'closing', (select to_jsonb(c) - 'member_id' from app.account_closing c where c.member_id = m.id),
    'handles', (select jsonb_agg(h.handle order by h.handle) from app.handle h where h.member_id = m.id),
    'profile', (select to_jsonb(p) - 'member_id' - 'credential_stale' - 'revision'
      from app.profile p where p.member_id = m.id),
    'sessions', (select count(*) from app.session s
      where s.data ->> 'memberId' = m.id::text and s.revoked_at is null),
    'security_events', (select coalesce(jsonb_agg(to_jsonb(e) - 'member_id' order by e.id), '[]')
      from app.security_event e where e.member_id = m.id),
    'did_key', (select jsonb_build_object('public_key', encode(k.public_key, 'hex'), 'created_at', k.created_at)
      from app.did_key k where k.member_id = m.id),
    'credentials', (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'issued_at', c.issued_at,
        'revoked_at', c.revoked_at, 'revoke_reason', c.revoke_reason, 'credential', c.document)
        order by c.issued_at, c.id), '[]')
      from app.credential c where c.member_id = m.id),
    'message_keys', (select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'created_at', k.created_at)), '[]')
      from app.member_key k where k.member_id = m.id),
    'answers_kept_for_repeated_calls', (select coalesce(jsonb_agg(jsonb_build_object('key', i.key,
        'call', i.route, 'created_at', i.created_at, 'status', i.status, 'answer', i.response)
        order by i.created_at, i.key), '[]')
      from app.idempotency_key i where i.member_id = m.id)
  ) as data
  from app.member m where m.id = $1`

const HANDLES = 'select handle from app.handle where member_id = $1'

/** In the order of the references. A credential keeps only its place in the status list. */
const ERASE = [
  `update app.session set revoked_at = now(), data = '{}'
   where data ->> 'memberId' = $1::text and revoked_at is null`,
  // Whoever closed an account that was not theirs must not take the trail with it: it is purged later, under the id.
  `update app.security_event set detail = null where member_id = $1 and kind not like 'bank\\_account\\_%'`,
  'delete from app.idempotency_key where member_id = $1',
  'update app.credential set member_id = null, document = null where member_id = $1',
  `update app.member_key set wrapped_key = null, destroyed_at = now()
   where member_id = $1 and wrapped_key is not null`,
  rememberUses(
    'handle_change',
    'select handle_changed_at from app.profile where member_id = $1 and handle_changed_at is not null',
  ),
  // Cascades to profile, handles, the DID's key and the closing.
  'delete from app.member where id = $1',
]

/** A member's identity: sign-in, profile, handles, keys, credentials, sessions. Erased last. */
export const identityData = (formerMembers: Pick<FormerMembers, 'recordClosure'>): PersonalData => {
  const kept = inTables('identity', EXPORT, ERASE)
  return {
    ...kept,
    erase: async (client, memberId) => {
      await formerMembers.recordClosure(client, memberId)
      const { rows } = await client.query<{ readonly handle: string }>(HANDLES, [memberId])
      if (rows.length > 0)
        await eraseMentions(
          client,
          memberId,
          rows.map(({ handle }) => handle),
        )
      await kept.erase(client, memberId)
    },
  }
}
