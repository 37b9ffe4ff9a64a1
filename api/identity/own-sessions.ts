import { hash } from 'node:crypto'
import { stringify } from 'uuid'
import * as z from 'zod/mini'
import type { OwnSession } from '../contract/security.ts'
import { HttpError } from '../http/errors.ts'
import { rowsChanged } from '../database/database.ts'
import type { Platform } from '../platform.ts'

const StoredSession = z.object({ startedAt: z.number(), seenAt: z.number(), device: z.optional(z.string()) })

/** Public id of a session: derived from its stored hash, and not reversible. */
const idOf = (sessionHash: string): string =>
  stringify(hash('sha256', `session ${sessionHash}`, 'buffer').subarray(0, 16).map(asVersion8))

/** Sets version and variant bits of a version 8 UUID (RFC 9562, 5.8), whose other bits are our own. */
const asVersion8 = (byte: number, index: number): number =>
  index === 6 ? (byte & 0x0f) | 0x80 : index === 8 ? (byte & 0x3f) | 0x80 : byte

const OPEN = `
  select id_hash, data from app.session
  where data ->> 'memberId' = $1 and revoked_at is null and expires_at > $2`

const END = `
  update app.session set revoked_at = now(), data = '{}'
  where id_hash = any($1) and revoked_at is null`

/**
 * The last word of a place for pushes goes to the place itself: whoever ends it before they do something else could
 * otherwise do that unseen. `which` names rows of `app.push_subscription` as `s`; `$1` is where it was ended.
 */
export const lastWordTo = (which: string): string => `
  insert into app.push_last_word (id, member_id, endpoint, p256dh, auth, language, ended_by)
  select gen_random_uuid(), s.member_id, s.endpoint, s.p256dh, s.auth, s.language, $1
  from app.push_subscription s where ${which}`
const LAST_WORD_OF_SESSION = lastWordTo('s.session_hash = any($2)')
const LAST_WORD_OF_OTHERS = lastWordTo('s.member_id = $2 and s.session_hash <> $3')

/** Revoking a session deletes its subscription (migration 0182); expired sessions, which are not revoked, need this. */
const END_PUSH = 'delete from app.push_subscription where member_id = $1 and session_hash <> $2'

/** A program of a stranger must not stay in either. */
const END_TOKENS = 'delete from app.access_token where member_id = $1'

/** A member's own sessions in `app.session`; `current` is the hash of the calling session. */
export const createOwnSessions = ({
  pool,
  clock,
  sessions,
}: Pick<Platform, 'pool' | 'clock' | 'sessions'>) => {
  const open = async (memberId: string) => {
    const { rows } = await pool.query<{ id_hash: string; data: unknown }>(OPEN, [memberId, clock()])
    return rows.map(({ id_hash, data }) => ({
      hash: id_hash,
      id: idOf(id_hash),
      ...StoredSession.parse(data),
    }))
  }
  const end = async (memberId: string, hashes: readonly string[]): Promise<number> => {
    try {
      return await rowsChanged(pool, END, [hashes])
    } finally {
      sessions.invalidateOf(memberId)
    }
  }
  return {
    list: async (memberId: string, current: string | undefined): Promise<OwnSession[]> =>
      (await open(memberId))
        .toSorted((one, other) => other.startedAt - one.startedAt)
        .map(({ id, hash: of, device, startedAt, seenAt }) => ({
          id,
          device: device ?? 'Another program',
          signed_in_at: new Date(startedAt).toISOString(),
          last_seen_at: new Date(seenAt).toISOString(),
          current: of === current,
        })),
    /** Ends a session and returns its device. @throws {HttpError} 404 it is not an open session of the member */
    end: async (memberId: string, id: string, endedBy: string): Promise<string> => {
      const found = (await open(memberId)).find((one) => one.id === id)
      if (found) await pool.query(LAST_WORD_OF_SESSION, [endedBy, [found.hash]])
      if (!found || (await end(memberId, [found.hash])) === 0)
        throw new HttpError(404, 'session_not_found', 'You are not signed in there any more.')
      return found.device ?? 'Another program'
    },
    /** Ends all sessions but the current one, all access tokens, and pushes to all other devices. Returns the number of sessions. */
    endOthers: async (memberId: string, current: string | undefined, endedBy: string): Promise<number> => {
      await pool.query(LAST_WORD_OF_OTHERS, [endedBy, memberId, current ?? ''])
      await pool.query(END_PUSH, [memberId, current ?? ''])
      await pool.query(END_TOKENS, [memberId])
      return end(
        memberId,
        (await open(memberId)).map((one) => one.hash).filter((one) => one !== current),
      )
    },
  }
}
export type OwnSessions = ReturnType<typeof createOwnSessions>
