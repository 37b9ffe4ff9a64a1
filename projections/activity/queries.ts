import type { Pool } from 'pg'
import { CURRENCIES, type Currency } from '../../events/money.ts'
import { END, readRows, rowQuery, rowsQuery, type Page } from '../query.ts'
import { activity, KIND_CODES, type ActivityKind, type ActivityLine } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

const COLUMNS = activity.list()

/** The newest lines of one kind and currency: one short range of the index. */
const newestOf = (kind: string, currency: string): string => `
  select ${COLUMNS} from ${READ_SCHEMA}.activity
  where member_id = $1 and -position > -$2::bigint and kind = ${kind} and currency ${currency}
  order by -position limit $3`

/**
 * A filter by kind or by currency alone reads the newest lines of each currency or kind, and returns the newest
 * of those. However rare the matching lines are among a member's millions, no other line is read.
 */
const texts = {
  all: `select ${COLUMNS} from ${READ_SCHEMA}.activity where member_id = $1 and position < $2
    order by position desc limit $3`,
  // Interest comes once a day at most, so few lines are read in vain.
  withoutInterest: `select ${COLUMNS} from ${READ_SCHEMA}.activity
    where member_id = $1 and position < $2 and kind <> '${KIND_CODES.interest}' order by position desc limit $3`,
  kind: `
    select * from (
      select line.* from unnest($5::text[]) as one (currency)
        cross join lateral (${newestOf('$4', '= one.currency')}) as line
      union all (${newestOf('$4', 'is null')})
    ) as line order by position desc limit $3`,
  currency: `
    select line.* from unnest($5::text[]) as one (kind)
      cross join lateral (${newestOf('one.kind', '= $4')}) as line
    order by position desc limit $3`,
  kindAndCurrency: newestOf('$4', '= $5'),
}

const queryFor = (
  currency: Currency | undefined,
  kind: ActivityKind | undefined,
  withoutInterest: boolean,
): { name: string; text: string; values: unknown[] } => {
  if (kind && currency) {
    return { name: 'read_activity_both', text: texts.kindAndCurrency, values: [KIND_CODES[kind], currency] }
  }
  if (kind) return { name: 'read_activity_kind', text: texts.kind, values: [KIND_CODES[kind], CURRENCIES] }
  if (currency) {
    return {
      name: 'read_activity_currency',
      text: texts.currency,
      values: [
        currency,
        Object.values(KIND_CODES).filter((code) => !withoutInterest || code !== KIND_CODES.interest),
      ],
    }
  }
  if (withoutInterest)
    return { name: 'read_activity_without_interest', text: texts.withoutInterest, values: [] }
  return { name: 'read_activity', text: texts.all, values: [] }
}

/**
 * A member's activity, newest first.
 * @param page.before only lines at smaller positions: the position of the last line of the page before
 */
export const activityOf = (
  pool: Pool,
  memberId: string,
  page: Page & {
    readonly currency?: Currency | undefined
    readonly kind?: ActivityKind | undefined
    readonly withoutInterest?: boolean | undefined
  },
): Promise<readonly ActivityLine[]> => {
  const { name, text, values } = queryFor(page.currency, page.kind, page.withoutInterest === true)
  return readRows(pool, activity, {
    name,
    text,
    values: [memberId, page.before?.toString() ?? END, page.limit, ...values],
  })
}

/** A member's line of one event; null when there is none. */
export const lineOf = rowQuery(activity, {
  name: 'read_activity_line',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.activity where id = $2 and member_id = $1 limit 1`,
  values: (memberId: string, id: string) => [memberId, id],
})

/** A range of a member's activity: ledger positions (inclusive) and times (`until` exclusive). */
export interface ActivityRange {
  readonly firstPosition: bigint
  readonly lastPosition: bigint
  /** ISO times. */
  readonly from: string
  readonly until: string
}

/** The lines of a {@link ActivityRange} that moved money, oldest first, at most `limit`. */
export const movementsOf = rowsQuery(activity, {
  name: 'read_movements',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.activity
      where member_id = $1 and position between $2 and $3 and minor is not null
        and occurred_at >= $4 and occurred_at < $5
      order by position limit $6`,
  values: (memberId: string, { firstPosition, lastPosition, from, until }: ActivityRange, limit: number) => [
    memberId,
    firstPosition.toString(),
    lastPosition.toString(),
    from,
    until,
    limit,
  ],
})
