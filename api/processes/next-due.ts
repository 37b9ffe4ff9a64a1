import type { Pool } from 'pg'
import type { Clock } from '../../events/ids.ts'

/**
 * Time until the earliest time that `query` finds, by `clock`, ms; undefined when it finds none.
 * @param query selects one row with that time as `at`, which may be null
 */
export const untilNextDue = async (
  pool: Pool,
  clock: Clock,
  query: { readonly name: string; readonly text: string },
): Promise<number | undefined> => {
  const { rows } = await pool.query<{ at: Date | null }>(query)
  const at = rows[0]?.at
  return at ? Math.max(0, at.getTime() - clock().getTime()) : undefined
}
