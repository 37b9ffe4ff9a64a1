import { END, exportQuery, rowQuery, rowsQuery, type Page } from '../query.ts'
import { int8 } from '../columns.ts'
import { READ_SCHEMA } from '../schema.ts'
import { shape, type RowOf } from '../table.ts'
import { withdrawal } from './table.ts'

/** A withdrawal as of the checkpoint of the projection `withdrawals`. */
export type WithdrawalRow = RowOf<typeof withdrawal.columns>

const COLUMNS = withdrawal.list()

/**
 * A member's withdrawals, newest first.
 * @param page.before only those that began at smaller positions
 */
export const withdrawalsOf = rowsQuery(withdrawal, {
  name: 'read_withdrawals_of',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.withdrawal
      where member_id = $1 and position < $2 order by position desc limit $3`,
  values: (memberId: string, page: Page) => [memberId, page.before?.toString() ?? END, page.limit],
})

/** A withdrawal by its id; null when there is none. The caller checks who may see it. */
export const withdrawalById = rowQuery(withdrawal, {
  name: 'read_withdrawal_by_id',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.withdrawal where id = $1`,
  values: (id: string) => [id],
})

/**
 * Withdrawals that the bank does not have yet, oldest first: those that were requested, or released by a person, before
 * `requestedBefore`, and all that it was asked for.
 */
export const unsentWithdrawals = rowsQuery(withdrawal, {
  name: 'read_unsent_withdrawals',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.withdrawal
      where state in ('requested', 'ordered') and (state = 'ordered' or updated_at < $1) order by requested_at, id limit $2`,
  values: (requestedBefore: Date, limit: number) => [requestedBefore.toISOString(), limit],
})

/** Those of them that the bank was not asked for yet, oldest first. */
export const unorderedWithdrawals = rowsQuery(withdrawal.pick('id'), {
  name: 'read_unordered_withdrawals',
  text: `select id from ${READ_SCHEMA}.withdrawal
      where state = 'requested' and updated_at < $1 order by requested_at, id limit $2`,
  values: (requestedBefore: Date, limit: number) => [requestedBefore.toISOString(), limit],
  as: ({ id }) => id,
})

const unsentSum = shape({ minor: int8 })

/** What the bank is still to pay out, in cents; its two conditions are those of the indexes. */
export const unsentMinor = rowQuery(unsentSum, {
  name: 'read_unsent_minor',
  text: `select coalesce(sum(minor), 0)::int8 as minor from ${READ_SCHEMA}.withdrawal
      where state in ('requested', 'ordered') or state = 'review'`,
  values: () => [],
  as: ({ minor }) => minor,
  otherwise: 0n,
})

/** Withdrawals that wait for a person and began after a position, oldest first. */
export const withdrawalsInReview = rowsQuery(withdrawal, {
  name: 'read_withdrawals_in_review',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.withdrawal
      where state = 'review' and position > $1 order by position limit $2`,
  values: (after: bigint, limit: number) => [after.toString(), limit],
})

/** A member's withdrawals for their data export, oldest first. */
export const withdrawalsForExport = exportQuery({
  name: 'export_withdrawals',
  text: `select id, minor::text, fee_minor::text, rail, state, reason, requested_at, sent_at
      from ${READ_SCHEMA}.withdrawal where member_id = $1 order by position`,
})
