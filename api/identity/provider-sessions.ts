import { ABSOLUTE_LIMIT_MS } from '../http/session-data.ts'
import { rowsChanged } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/** ID tokens of sessions, for signing out at the identity provider, in `app.provider_session`. */
interface ProviderSessions {
  readonly add: (sessionHash: string, idToken: string) => Promise<void>
  /** Deletes and returns the ID token of a session; null when there is none. */
  readonly take: (sessionHash: string) => Promise<string | null>
  /** Deletes the ID tokens of sessions that have ended. */
  readonly purge: () => Promise<number>
}

export const createProviderSessions = ({
  pool,
  clock,
}: Pick<Platform, 'pool' | 'clock'>): ProviderSessions => ({
  add: async (sessionHash, idToken) => {
    await pool.query(
      'insert into app.provider_session (session_hash, id_token, created_at) values ($1, $2, $3) on conflict do nothing',
      [sessionHash, idToken, clock()],
    )
  },
  take: async (sessionHash) => {
    const { rows } = await pool.query<{ id_token: string }>(
      'delete from app.provider_session where session_hash = $1 returning id_token',
      [sessionHash],
    )
    return rows[0]?.id_token ?? null
  },
  // Also of sessions revoked elsewhere, such as by closing the account: the token names its member.
  purge: () =>
    rowsChanged(
      pool,
      `delete from app.provider_session p where created_at <= $1 or exists (
         select 1 from app.session s where s.id_hash = p.session_hash and s.revoked_at is not null)`,
      [new Date(clock().getTime() - ABSOLUTE_LIMIT_MS)],
    ),
})
