import type { Pool } from 'pg'
import { END, readRow, readRows, type RowOf } from '../table.ts'
import { deposit } from './table.ts'

const Listed = deposit.pick(
  'id',
  'memberId',
  'method',
  'currency',
  'minor',
  'feeMinor',
  'status',
  'stage',
  'provider',
  'reference',
  'code',
  'createdAt',
  'updatedAt',
  'position',
)
const COLUMNS = Listed.list()

/** Money that comes in from outside, as far as the projection `deposits` has come. */
export type DepositRow = RowOf<typeof Listed.columns>

/**
 * A member's deposits, newest first.
 * @param page.before only deposits that began at smaller positions
 */
export const depositsOf = (
  pool: Pool,
  memberId: string,
  page: { readonly limit: number; readonly before?: bigint | undefined },
): Promise<readonly DepositRow[]> => {
  return readRows(pool, Listed, {
    name: 'read_deposits_of',
    text: `select ${COLUMNS} from read.deposit
      where member_id = $1 and position < $2 order by position desc limit $3`,
    values: [memberId, page.before?.toString() ?? END, page.limit],
  })
}

/** A deposit by its id; null when there is none. Who may see it is the caller's question. */
export const depositById = (pool: Pool, id: string): Promise<DepositRow | null> => {
  return readRow(pool, Listed, {
    name: 'read_deposit_by_id',
    text: `select ${COLUMNS} from read.deposit where id = $1`,
    values: [id],
  })
}

/** Ids of deposits whose outcome the wallet does not know although it stood before `olderThan`, oldest first. */
export const unsettledDeposits = async (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await readRows(pool, deposit.pick('id'), {
    name: 'read_unsettled_deposits',
    text: `select id from read.deposit
      where succeeded_position is not null and (not credited or (stage = 'returned' and not reversed))
        and updated_at < $1
      order by updated_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })
  return rows.map(({ id }) => id)
}

/** Deposits that their payers have not completed since before `olderThan`, oldest first. */
export const unpaidDeposits = (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly DepositRow[]> => {
  return readRows(pool, Listed, {
    name: 'read_unpaid_deposits',
    text: `select ${COLUMNS} from read.deposit
      where stage in ('initiated', 'submitted', 'action_required') and updated_at < $1
      order by updated_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })
}
