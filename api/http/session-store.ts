import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { gatherCalls } from './batching.ts'
import { rowsChanged } from '../database/database.ts'

/** Sessions by the hashes of their ids. */
export interface SessionStore {
  /** `undefined` when unknown or revoked. */
  readonly read: (hash: string) => Promise<unknown>
  /** Stores `data`; false when the session was revoked or is over by `now`, which is final. */
  readonly write: (hash: string, data: unknown, expiresAt: Date, now: Date) => Promise<boolean>
  /** Stores a later use; does nothing to a session that is revoked or over by `now`. */
  readonly renew: (hash: string, seenAt: number, expiresAt: Date, now: Date) => Promise<void>
  /** Ends the session for good. */
  readonly revoke: (hash: string) => Promise<void>
  /** Deletes sessions that expired before `now`. */
  readonly purge: (now: Date) => Promise<number>
}

/** The hash under which a session id is stored: reading the table lets nobody sign in. */
export const hashOf = (id: string): string => hash('sha256', id, 'base64url')

/**
 * Sessions in `app.session`. Reads of concurrent requests are batched into one query. A revoked session stays as an
 * empty row until its expiry, so that a slower request that still carries it cannot write it back.
 */
export const createSessionStore = (pool: Pool): SessionStore => {
  const read = gatherCalls<string, unknown>({
    run: async (hashes) => {
      const { rows } = await pool.query<{ id_hash: string; data: unknown }>({
        name: 'session-read',
        text: 'select id_hash, data from app.session where id_hash = any($1) and revoked_at is null',
        values: [hashes],
      })
      const found = new Map(rows.map(({ id_hash, data }) => [id_hash, data]))
      return hashes.map((hash) => found.get(hash))
    },
  })
  return {
    read,
    write: async (hash, data, expiresAt, now) => {
      const { rowCount } = await pool.query({
        name: 'session-write',
        text: `insert into app.session as s (id_hash, data, expires_at) values ($1, $2, $3)
          on conflict (id_hash) do update set data = excluded.data, expires_at = excluded.expires_at
          where s.revoked_at is null and s.expires_at > $4`,
        values: [hash, JSON.stringify(data), expiresAt, now],
      })
      return rowCount === 1
    },
    renew: async (hash, seenAt, expiresAt, now) => {
      await pool.query({
        name: 'session-renew',
        text: `update app.session set data = data || jsonb_build_object('seenAt', $2::bigint), expires_at = $3
          where id_hash = $1 and revoked_at is null and expires_at > $4
            and (data ->> 'seenAt')::bigint < $2`,
        values: [hash, seenAt, expiresAt, now],
      })
    },
    revoke: async (hash) => {
      await pool.query({
        name: 'session-revoke',
        text: `update app.session set revoked_at = now(), data = '{}' where id_hash = $1 and revoked_at is null`,
        values: [hash],
      })
    },
    purge: (now) => rowsChanged(pool, 'delete from app.session where expires_at < $1', [now]),
  }
}
