import type { Pool } from 'pg'
import type { Announcements } from '../../projections/announcements.ts'
import { gatherCalls } from '../http/batching.ts'
import { createRowCache } from '../database/row-cache.ts'

/** Who has blocked whom, for what members ask about each other (`app.blocked_member`). */
export interface Blocks {
  /**
   * Who has blocked a member: for them these members do not exist. From memory after the first time, so that a payment
   * costs no query more.
   */
  readonly blockersOf: (memberId: string) => Promise<ReadonlySet<string>>
  /** Whom a member has blocked: what these ask is neither shown nor counted. */
  readonly blockedBy: (memberId: string) => Promise<readonly string[]>
  /** To be called after a change in this process; other processes hear of it. */
  readonly invalidate: (blockedId: string) => void
}

const CACHED_MAX = 20_000

export const createBlocks = ({
  pool,
  announcements,
}: {
  readonly pool: Pool
  readonly announcements: Announcements
}): Blocks => {
  const blockers = createRowCache<ReadonlySet<string>>({
    announcements,
    channel: 'block_changed',
    max: CACHED_MAX,
  })
  const readBlockers = gatherCalls<string, ReadonlySet<string>>({
    run: async (ids) => {
      const { rows } = await pool.query<{ blocked_id: string; member_id: string }>({
        name: 'blockers',
        text: 'select blocked_id, member_id from app.blocked_member where blocked_id = any($1)',
        values: [[...new Set(ids)]],
      })
      return ids.map((id) => new Set(rows.flatMap((row) => (row.blocked_id === id ? [row.member_id] : []))))
    },
  })
  return {
    blockersOf: async (memberId) =>
      blockers.get(memberId) ?? (await blockers.load(memberId, readBlockers)) ?? new Set(),
    blockedBy: async (memberId) => {
      const { rows } = await pool.query<{ blocked_id: string }>({
        name: 'blocked-by',
        text: 'select blocked_id from app.blocked_member where member_id = $1',
        values: [memberId],
      })
      return rows.map(({ blocked_id: id }) => id)
    },
    invalidate: blockers.invalidate,
  }
}
