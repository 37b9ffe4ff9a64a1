import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

/** Writing is tried this often while somebody asks, ms. */
const AGAIN_MS = 10_000
const BALLAST_BYTES = 16_384

/**
 * A check that the database can write: it writes, since one whose disk is full or that became read-only still answers
 * reads. Throws what Postgres says.
 */
export const createCanWrite = (
  { pool, role }: { readonly pool: Pool; readonly role: string },
  now: () => number = () => performance.now(),
): (() => Promise<void>) => {
  let wroteAt = -Infinity
  return async () => {
    if (now() - wroteAt < AGAIN_MS) return
    await pool.query({
      name: 'readiness-write',
      text: `insert into app.readiness (role, written_at, ballast) values ($1, now(), $2)
        on conflict (role) do update set written_at = excluded.written_at, ballast = excluded.ballast`,
      values: [role, randomBytes(BALLAST_BYTES)],
    })
    wroteAt = now()
  }
}
