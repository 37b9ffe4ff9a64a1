import { int8, nullable, text, timestamp } from '../columns.ts'
import { END, exportQuery, readRows, rowQuery, rowsQuery, type Queryable, type Page } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { deposit, status } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

const Listed = shape({ ...deposit.columns, status })
const COLUMNS = Listed.list()

/** A deposit as of the checkpoint of the projection `deposits`. */
export type DepositRow = RowOf<typeof Listed.columns>

/**
 * A member's deposits, newest first.
 * @param page.before only deposits that began at smaller positions
 */
export const depositsOf = rowsQuery(Listed, {
  name: 'read_deposits_of',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.deposit
      where member_id = $1 and position < $2 order by position desc limit $3`,
  values: (memberId: string, page: Page) => [memberId, page.before?.toString() ?? END, page.limit],
})

/** A deposit by its id; null when there is none. The caller checks who may see it. */
export const depositById = rowQuery(Listed, {
  name: 'read_deposit_by_id',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.deposit where id = $1`,
  values: (id: string) => [id],
})

/** Ids of deposits whose credit or reversal is due in the wallet since before `olderThan`, oldest first. */
export const unsettledDeposits = rowsQuery(deposit.pick('id'), {
  name: 'read_unsettled_deposits',
  text: `select id from ${READ_SCHEMA}.deposit
      where succeeded_position is not null and (not credited or (stage = 'returned' and not reversed))
        and updated_at < $1
      order by updated_at, id limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
  as: ({ id }) => id,
})

/** Deposits that have waited for their payers since before `olderThan`, oldest first. */
export const unpaidDeposits = rowsQuery(Listed, {
  name: 'read_unpaid_deposits',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.deposit
      where stage in ('initiated', 'submitted', 'action_required') and updated_at < $1
      order by updated_at, id limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
})

/** A member's deposits for their data export, oldest first. */
export const depositsForExport = exportQuery({
  name: 'export_deposits',
  text: `select id, method, currency, minor::text, fee_minor::text, status, code, created_at
      from ${READ_SCHEMA}.deposit where member_id = $1 order by position`,
})

const Count = shape({ count: int8 })

/** Number of a member's deposits that are in progress. */
export const depositsInProgress = rowQuery(Count, {
  name: 'read_deposits_in_progress',
  text: `select count(*) as count from ${READ_SCHEMA}.deposit
      where member_id = $1 and (status = 'pending' or (succeeded_position is not null and not credited)
        or (stage = 'returned' and not reversed))`,
  values: (memberId: string) => [memberId],
  as: ({ count }) => count,
  otherwise: 0n,
})

const Reversible = shape({ method: text<'ach' | 'card'>(), minor: int8, until: timestamp })

/** The credited deposit that can be taken back for longest, `days` after its last change; null when none can. */
export const longestReversible = rowQuery(Reversible, {
  name: 'read_longest_reversible',
  text: `select method, minor, until from (
        select method, minor, updated_at
          + make_interval(days => case method when 'ach' then $3::integer else $4::integer end) as until
        from ${READ_SCHEMA}.deposit
        where member_id = $1 and method in ('ach', 'card') and credited and not reversed
      ) as deposit
      where until > $2 order by until desc limit 1`,
  values: (memberId: string, now: Date, days: { readonly ach: number; readonly card: number }) => [
    memberId,
    now.toISOString(),
    days.ach,
    days.card,
  ],
})

const DebitEnd = shape({ code: nullable(text()), begun: int8, ended: int8 })

/**
 * Bank debits since a time that were handed to the network, by the code with which they failed or came back (null: they
 * did not): how many of them began, and how many ended so, since then.
 */
export const debitsByCode = rowsQuery(DebitEnd, {
  name: 'read_debits_by_code',
  text: `select case when status in ('failed', 'returned') then code end as code,
        count(*) filter (where created_at > $1) as begun, count(*) as ended
      from ${READ_SCHEMA}.deposit
      where method = 'ach' and updated_at > $1 and stage not in ('initiated', 'submitted', 'action_required')
      group by 1`,
  values: (since: Date) => [since.toISOString()],
})

/** Statuses of deposits by id; those that are not in the read model yet are missing. */
export const depositStatuses = async (
  pool: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DepositRow['status']>> => {
  const rows = await readRows(pool, shape({ id: deposit.columns.id, status }), {
    name: 'read_deposit_statuses',
    text: `select id, status from ${READ_SCHEMA}.deposit where id = any($1::uuid[])`,
    values: [ids],
  })
  return new Map(rows.map(({ id, status }) => [id, status]))
}
