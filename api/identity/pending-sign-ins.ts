import { rowsChanged } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/** A started sign-in: `state` and `nonce` must come back, `verifier` proves that we started it (PKCE). */
export interface PendingSignIn {
  readonly state: string
  readonly verifier: string
  readonly nonce: string
  /** The `max_age` that the provider was asked for; null: none. */
  readonly maxAgeSeconds: number | null
  readonly startedAt: Date
}

/** Maximum sign-ins of one visitor at a time, such as in several tabs. */
const PENDING_MAX = 5
const PENDING_LIMIT_MS = 10 * 60_000

interface PendingSignIns {
  readonly add: (sessionHash: string, pending: PendingSignIn) => Promise<void>
  /** Deletes and returns the sign-in of `state`, without a state the newest; each can be taken once. */
  readonly take: (sessionHash: string, state: string | undefined) => Promise<PendingSignIn | undefined>
  /** Moves a visitor's sign-ins to a new session id, so that other tabs can still finish. */
  readonly move: (fromHash: string, toHash: string) => Promise<void>
  readonly purge: () => Promise<number>
}

/** Started sign-ins in `app.pending_sign_in`, bound to the session they were started in. */
export const createPendingSignIns = ({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): PendingSignIns => {
  const oldest = () => new Date(clock().getTime() - PENDING_LIMIT_MS)
  return {
    add: async (sessionHash, { state, verifier, nonce, maxAgeSeconds, startedAt }) => {
      await pool.query(
        `insert into app.pending_sign_in (session_hash, state, verifier, nonce, max_age_seconds, created_at)
         values ($1, $2, $3, $4, $5, $6)`,
        [sessionHash, state, verifier, nonce, maxAgeSeconds, startedAt],
      )
      await pool.query(
        `delete from app.pending_sign_in where session_hash = $1 and state not in (
           select state from app.pending_sign_in where session_hash = $1 order by created_at desc limit $2)`,
        [sessionHash, PENDING_MAX],
      )
    },
    take: async (sessionHash, state) => {
      const { rows } = await pool.query<PendingSignIn>(
        `delete from app.pending_sign_in where session_hash = $1 and created_at > $2 and state = coalesce($3, (
           select state from app.pending_sign_in where session_hash = $1 order by created_at desc limit 1))
         returning state, verifier, nonce, max_age_seconds as "maxAgeSeconds", created_at as "startedAt"`,
        [sessionHash, oldest(), state ?? null],
      )
      return rows[0]
    },
    move: async (fromHash, toHash) => {
      await pool.query('update app.pending_sign_in set session_hash = $2 where session_hash = $1', [
        fromHash,
        toHash,
      ])
    },
    purge: () => rowsChanged(pool, 'delete from app.pending_sign_in where created_at <= $1', [oldest()]),
  }
}
