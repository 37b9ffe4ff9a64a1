import type { Pool } from 'pg'
import type { ContactStatus } from '../contract/contacts.ts'

const MINUTE_MS = 60_000
/** A session's last use is stored once a minute, and an open page polls twice a minute. */
const ONLINE_MS = 3 * MINUTE_MS
const AWAY_MS = 15 * MINUTE_MS

/** Presence of a contact last seen at `seenAt`; both times in milliseconds. */
export const statusAt = (seenAt: number, now: number): ContactStatus => {
  if (now - seenAt < ONLINE_MS) return 'online'
  return now - seenAt < AWAY_MS ? 'away' : 'offline'
}

interface SeenRow {
  readonly id: string
  /** Milliseconds. */
  readonly seen_at: bigint
}

/**
 * When contacts were last seen, by contact id. Only for members who have each other in their books by handle: saving a
 * stranger's handle reveals nothing, nor does the handle of somebody who has blocked the member.
 */
export const seenContacts = async (pool: Pool, memberId: string): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await pool.query<SeenRow>({
    name: 'contacts_seen',
    text: `select c.id, max((s.data ->> 'seenAt')::bigint) as seen_at
           from app.member me
           join app.contact c on c.member_id = me.id and c.handle_key is not null
           join app.member other on lower(other.handle) = c.handle_key and other.id <> me.id
           join app.session s on s.data ->> 'memberId' = other.id::text and s.revoked_at is null
           where me.id = $1
             and not exists (
               select from app.blocked_member b where b.member_id = other.id and b.blocked_id = me.id)
             and exists (
               select from app.contact back
               where back.member_id = other.id and back.handle_key = lower(me.handle))
           group by c.id`,
    values: [memberId],
  })
  return new Map(rows.map(({ id, seen_at }) => [id, Number(seen_at)]))
}
