import type { Pool } from 'pg'
import { int8, nullable, timestamp } from '../columns.ts'
import { END, exportQuery, readRow, readRows, rowQuery, rowsQuery, type Page } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { bill } from './table.ts'
import { READ_SCHEMA } from '../schema.ts'

const billFrom = ({
  minor: amount,
  lines,
  legs,
  failedAt: at,
  failureReason: reason,
  missingMinor,
  ...row
}: RowOf<typeof bill.columns>) => ({
  ...row,
  amount,
  lines: lines.map((line) => ({ ...line, cents: BigInt(line.cents) })),
  legs: legs ?? [],
  failure: at === null || reason === null ? null : { at, reason, missing: missingMinor ?? 0n },
})

/** A bill as of the checkpoint of the projection `bills`. Amounts in cents. */
export type BillRow = ReturnType<typeof billFrom>

const CONDITION = { all: '', paid: `and status = 'paid'`, unpaid: `and status <> 'paid'` } as const

/** A member's bills, newest first. @param page.before only bills issued before this position */
export const billsOf = async (
  pool: Pool,
  memberId: string,
  page: Page & { readonly which: keyof typeof CONDITION },
): Promise<readonly BillRow[]> => {
  const rows = await readRows(pool, bill, {
    name: `read_bills_${page.which}`,
    text: `select ${bill.list()} from ${READ_SCHEMA}.bill
      where member_id = $1 and issued_position < $2 ${CONDITION[page.which]}
      order by issued_position desc limit $3`,
    values: [memberId, page.before?.toString() ?? END, page.limit],
  })
  return rows.map(billFrom)
}

/** A member's bill; null when they have none with this id. */
export const billById = rowQuery(bill, {
  name: 'read_bill',
  text: `select ${bill.list()} from ${READ_SCHEMA}.bill where id = $1 and member_id = $2`,
  values: (memberId: string, id: string) => [id, memberId],
  as: billFrom,
})

/**
 * Unpaid bills due on `dueBy` (UTC day) or before whose payment has not failed on `today`, in order of their due
 * dates. A bill that failed for lack of an auto-pay pool is left out until its member has one.
 */
export const billsToPay = rowsQuery(bill.pick('id', 'memberId', 'minor'), {
  name: 'read_bills_to_pay',
  text: `select id, member_id, minor from ${READ_SCHEMA}.bill
      where status <> 'paid' and status = 'issued' and due_on <= $1::date
        and (failed_on is null or failed_on < $2::date)
        and (failure_reason is distinct from 'no_auto_pay_pool' or exists (
          select from ${READ_SCHEMA}.pool where pool.member_id = bill.member_id and pool.status = 'open' and auto_pay))
      order by due_on, id limit $3`,
  values: (of: { readonly today: string; readonly dueBy: string; readonly limit: number }) => [
    of.dueBy,
    of.today,
    of.limit,
  ],
  as: ({ id: billId, memberId, minor: amount }) => ({ billId, memberId, amount }),
})

/** Ids of unpaid bills that were due before `today` (UTC day) and are not marked past due, oldest first. */
export const billsPastDue = rowsQuery(bill.pick('id'), {
  name: 'read_bills_past_due',
  text: `select id from ${READ_SCHEMA}.bill where status <> 'paid' and due_on < $1::date and not past_due
      order by due_on, id limit $2`,
  values: (today: string, limit: number) => [today, limit],
  as: ({ id }) => id,
})

/** Ids of bills whose payment began before `olderThan` and has not ended, or is not settled in every pool. */
export const unfinishedPayments = rowsQuery(bill.pick('id'), {
  name: 'read_unfinished_payments',
  text: `select id from ${READ_SCHEMA}.bill
      where (status = 'paying' or (status = 'paid' and unsettled > 0)) and started_at < $1
      order by started_at, id limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
  as: ({ id }) => id,
})

/** Totals of a member's bills. Amounts in cents. */
interface BillTotals {
  readonly paidByPools: bigint
  readonly billsPaidByPools: number
  /** Paid at `since` or later. */
  readonly recentlyPaidByPools: bigint
  /** ISO time; null before the first bill. */
  readonly firstIssuedAt: string | null
  readonly unpaid: number
  readonly pastDue: number
}

const Totals = shape({
  paid: int8,
  bills: int8,
  recent: int8,
  first: nullable(timestamp),
  unpaid: int8,
  pastDue: int8,
})

/** @param since ISO time from which payments are recent */
export const billTotalsOf = async (pool: Pool, memberId: string, since: string): Promise<BillTotals> => {
  const row = await readRow(pool, Totals, {
    name: 'read_bill_totals',
    text: `
      with own as (
        select bill.*, (
          select coalesce(sum((leg->>'dividends')::bigint + (leg->>'gains')::bigint), 0)
          from jsonb_array_elements(case when status = 'paid' then legs else '[]'::jsonb end) as leg
          where leg->>'source' = 'pool'
        ) as by_pools
        from ${READ_SCHEMA}.bill where member_id = $1
      )
      select coalesce(sum(by_pools), 0)::bigint as paid,
        count(*) filter (where by_pools > 0) as bills,
        coalesce(sum(by_pools) filter (where paid_at >= $2), 0)::bigint as recent,
        min(issued_at) as first,
        count(*) filter (where status <> 'paid') as unpaid,
        count(*) filter (where status <> 'paid' and past_due) as past_due
      from own`,
    values: [memberId, since],
  })
  return {
    paidByPools: row?.paid ?? 0n,
    billsPaidByPools: Number(row?.bills ?? 0),
    recentlyPaidByPools: row?.recent ?? 0n,
    firstIssuedAt: row?.first ?? null,
    unpaid: Number(row?.unpaid ?? 0),
    pastDue: Number(row?.pastDue ?? 0),
  }
}

/** What a member's pools have paid on bills so far, in cents. */
export const paidByPoolsOf = rowQuery(shape({ paid: int8 }), {
  name: 'read_paid_by_pools',
  text: `select coalesce(sum(bills_minor), 0)::bigint as paid from ${READ_SCHEMA}.pool where member_id = $1`,
  values: (memberId: string) => [memberId],
  as: ({ paid }) => paid,
  otherwise: 0n,
})

/** A member's bills for their data export, oldest first. */
export const billsForExport = exportQuery({
  name: 'export_bills',
  text: `select id, biller, period, minor::text, status, issued_at, due_on::text, paid_at
      from ${READ_SCHEMA}.bill where member_id = $1 order by issued_position`,
})

/** A member's unpaid bills, the oldest first. Amounts in cents. */
export const unpaidBillsOf = rowsQuery(bill.pick('id', 'minor'), {
  name: 'read_unpaid_bills_of',
  text: `select id, minor from ${READ_SCHEMA}.bill where member_id = $1 and status <> 'paid' order by issued_position`,
  values: (memberId: string) => [memberId],
  as: ({ id: billId, minor: amount }) => ({ billId, amount }),
})
