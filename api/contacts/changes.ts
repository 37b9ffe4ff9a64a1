import type { Pool, PoolClient } from 'pg'
import { newId, type Clock } from '../../events/ids.ts'
import type { BookActivityKind } from '../contract/contacts.ts'
import { inTransaction } from '../database/database.ts'

/** Maximum number of activity entries stored for each member. */
const ACTIVITY_MAX = 100

/** A change of the book, for its activity list. */
interface BookChange {
  readonly kind: BookActivityKind
  /** Name of the contact or circle. */
  readonly subject: string
  /** Number of contacts affected. */
  readonly count: number
}

const record = (
  client: PoolClient,
  memberId: string,
  revision: bigint,
  { kind, subject, count }: BookChange,
  at: Date,
) =>
  client.query({
    name: 'contact_activity_add',
    text: `with old as (delete from app.contact_activity where member_id = $1 and revision <= $2::bigint - ${ACTIVITY_MAX})
           insert into app.contact_activity (member_id, revision, id, kind, subject, count, at)
           values ($1, $2, $3, $4, $5, $6, $7)`,
    values: [memberId, revision, newId(), kind, subject, count, at],
  })

/**
 * Changes a member's book in one transaction. Changes of one book are serialized, so that its limits hold. `change`
 * returns what happened, null for no change (the transaction is rolled back), and the result for the caller.
 */
export const changeBook = async <T>(
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
  memberId: string,
  change: (client: PoolClient) => Promise<{ readonly happened: BookChange | null; readonly result: T }>,
): Promise<T> => {
  const { result } = await inTransaction(
    pool,
    async (client) => {
      const { rows } = await client.query<{ revision: bigint }>({
        name: 'contact_book_turn',
        text: `insert into app.contact_book as book (member_id, revision) values ($1, 1)
               on conflict (member_id) do update set revision = book.revision + 1 returning revision`,
        values: [memberId],
      })
      const changed = await change(client)
      if (changed.happened) await record(client, memberId, rows[0]?.revision ?? 0n, changed.happened, clock())
      return changed
    },
    ({ happened }) => happened !== null,
  )
  return result
}

/** Number of changes of the book so far. */
export const revisionOf = async (pool: Pool, memberId: string): Promise<bigint> => {
  const { rows } = await pool.query<{ revision: bigint }>({
    name: 'contact_book_revision',
    text: 'select revision from app.contact_book where member_id = $1',
    values: [memberId],
  })
  return rows[0]?.revision ?? 0n
}
