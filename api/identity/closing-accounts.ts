import type { Pool } from 'pg'
import type { Announcements } from '../../projections/announcements.ts'
import { createRowCache } from '../database/row-cache.ts'
import { gatherCalls } from '../http/batching.ts'

/** Which accounts are closing: nothing of their members moves but the last payment. */
export interface ClosingAccounts {
  /** From memory after the first time, so that a payment costs no query more. */
  readonly isClosing: (memberId: string) => Promise<boolean>
  /** Forgets what is known of a member, after this process changed it. */
  readonly invalidate: (memberId: string) => void
}

const CACHED_MAX = 20_000

export const createClosingAccounts = ({
  pool,
  announcements,
}: {
  readonly pool: Pool
  readonly announcements: Pick<Announcements, 'listen' | 'isCurrent'>
}): ClosingAccounts => {
  const cache = createRowCache<{ readonly closing: boolean }>({
    announcements,
    channel: 'account_closing_changed',
    max: CACHED_MAX,
  })
  const read = gatherCalls<string, { readonly closing: boolean }>({
    run: async (ids) => {
      const { rows } = await pool.query<{ member_id: string }>({
        name: 'closing-accounts',
        text: 'select member_id from app.account_closing where member_id = any($1)',
        values: [[...new Set(ids)]],
      })
      const closing = new Set(rows.map(({ member_id: id }) => id))
      return ids.map((id) => ({ closing: closing.has(id) }))
    },
  })
  return {
    isClosing: async (memberId) =>
      (cache.get(memberId) ?? (await cache.load(memberId, read)))?.closing ?? false,
    invalidate: cache.invalidate,
  }
}
