import type { Pool } from 'pg'
import * as z from 'zod'
import { Leg } from '../../events/bills/events.ts'

/** A bill, as far as the projection `bills` has come. Amounts in cents. */
export interface BillRow {
  readonly id: string
  readonly memberId: string
  readonly biller: string
  readonly period: string
  readonly amount: bigint
  readonly lines: readonly { readonly item: string; readonly reference: string; readonly cents: bigint }[]
  readonly status: 'issued' | 'paying' | 'paid'
  readonly pastDue: boolean
  /** ISO times; `dueOn` is a UTC day. */
  readonly issuedAt: string
  readonly dueOn: string
  readonly legs: readonly Leg[]
  readonly paidAt: string | null
  readonly failure: { readonly at: string; readonly reason: string; readonly missing: bigint } | null
  readonly issuedPosition: bigint
}

interface Row {
  id: string
  member_id: string
  biller: string
  period: string
  minor: string | bigint
  lines: unknown
  status: 'issued' | 'paying' | 'paid'
  past_due: boolean
  issued_at: Date
  due_on: string
  legs: unknown
  paid_at: Date | null
  failed_at: Date | null
  failure_reason: string | null
  missing_minor: string | bigint | null
  issued_position: string | bigint
}

const Lines = z.array(z.object({ item: z.string(), reference: z.string(), cents: z.string() }))

const COLUMNS = `id, member_id, biller, period, minor, lines, status, past_due, issued_at, due_on::text as due_on,
  legs, paid_at, failed_at, failure_reason, missing_minor, issued_position`

const billFrom = (row: Row): BillRow => ({
  id: row.id,
  memberId: row.member_id,
  biller: row.biller,
  period: row.period,
  amount: BigInt(row.minor),
  lines: Lines.parse(row.lines).map((line) => ({ ...line, cents: BigInt(line.cents) })),
  status: row.status,
  pastDue: row.past_due,
  issuedAt: row.issued_at.toISOString(),
  dueOn: row.due_on,
  legs: row.legs === null ? [] : z.array(Leg).parse(row.legs),
  paidAt: row.paid_at?.toISOString() ?? null,
  failure:
    row.failed_at === null || row.failure_reason === null
      ? null
      : {
          at: row.failed_at.toISOString(),
          reason: row.failure_reason,
          missing: BigInt(row.missing_minor ?? 0),
        },
  issuedPosition: BigInt(row.issued_position),
})

/** Above every position. */
const END = (2n ** 63n - 1n).toString()

const CONDITION = { all: '', paid: `and status = 'paid'`, unpaid: `and status <> 'paid'` } as const

/** A member's bills, newest first. @param page.before only bills issued before this position */
export const billsOf = async (
  pool: Pool,
  memberId: string,
  page: {
    readonly which: keyof typeof CONDITION
    readonly limit: number
    readonly before?: bigint | undefined
  },
): Promise<readonly BillRow[]> => {
  const { rows } = await pool.query<Row>({
    name: `read_bills_${page.which}`,
    text: `select ${COLUMNS} from read.bill
      where member_id = $1 and issued_position < $2 ${CONDITION[page.which]}
      order by issued_position desc limit $3`,
    values: [memberId, page.before?.toString() ?? END, page.limit],
  })
  return rows.map(billFrom)
}

/** A member's bill; null when they have none with this id. */
export const billById = async (pool: Pool, memberId: string, id: string): Promise<BillRow | null> => {
  const { rows } = await pool.query<Row>({
    name: 'read_bill',
    text: `select ${COLUMNS} from read.bill where id = $1 and member_id = $2`,
    values: [id, memberId],
  })
  return rows[0] ? billFrom(rows[0]) : null
}

/**
 * Unpaid bills due on `dueBy` (UTC day) or before whose payment has not failed on `today`, those due first
 * first. Those of members without an auto-pay pool are left out once that is noted.
 */
export const billsToPay = async (
  pool: Pool,
  { today, dueBy, limit }: { readonly today: string; readonly dueBy: string; readonly limit: number },
): Promise<readonly { readonly billId: string; readonly memberId: string; readonly amount: bigint }[]> => {
  const { rows } = await pool.query<{ id: string; member_id: string; minor: string | bigint }>({
    name: 'read_bills_to_pay',
    text: `select id, member_id, minor from read.bill
      where status <> 'paid' and status = 'issued' and due_on <= $1::date
        and (failed_on is null or failed_on < $2::date)
        and (failure_reason is distinct from 'no_auto_pay_pool' or exists (
          select from read.pool where pool.member_id = bill.member_id and pool.status = 'open' and auto_pay))
      order by due_on, id limit $3`,
    values: [dueBy, today, limit],
  })
  return rows.map((row) => ({ billId: row.id, memberId: row.member_id, amount: BigInt(row.minor) }))
}

/** Ids of unpaid bills that were due before `today` (UTC day) and do not say so, oldest first. */
export const billsPastDue = async (pool: Pool, today: string, limit: number): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'read_bills_past_due',
    text: `select id from read.bill where status <> 'paid' and due_on < $1::date and not past_due
      order by due_on, id limit $2`,
    values: [today, limit],
  })
  return rows.map(({ id }) => id)
}

/** Ids of bills whose payment began before `olderThan` and is not over, or has not been told to every pool. */
export const unfinishedPayments = async (
  pool: Pool,
  olderThan: Date,
  limit: number,
): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ id: string }>({
    name: 'read_unfinished_payments',
    text: `select id from read.bill
      where (status = 'paying' or (status = 'paid' and unsettled > 0)) and started_at < $1
      order by started_at, id limit $2`,
    values: [olderThan.toISOString(), limit],
  })
  return rows.map(({ id }) => id)
}

/** What a member's pools have paid on bills. Cents. */
export interface BillTotals {
  readonly paidByPools: bigint
  readonly billsPaidByPools: number
  /** Paid at `since` or later. */
  readonly recentlyPaidByPools: bigint
  /** ISO time; null before the first bill. */
  readonly firstIssuedAt: string | null
  readonly unpaid: number
  readonly pastDue: number
}

interface TotalsRow {
  paid: string
  bills: string
  recent: string
  first: Date | null
  unpaid: string
  past_due: string
}

/** @param since ISO time from which payments are recent */
export const billTotalsOf = async (pool: Pool, memberId: string, since: string): Promise<BillTotals> => {
  const { rows } = await pool.query<TotalsRow>({
    name: 'read_bill_totals',
    text: `
      with own as (
        select bill.*, (
          select coalesce(sum((leg->>'dividends')::bigint + (leg->>'gains')::bigint), 0)
          from jsonb_array_elements(case when status = 'paid' then legs else '[]'::jsonb end) as leg
          where leg->>'source' = 'pool'
        ) as by_pools
        from read.bill where member_id = $1
      )
      select coalesce(sum(by_pools), 0)::text as paid,
        count(*) filter (where by_pools > 0)::text as bills,
        coalesce(sum(by_pools) filter (where paid_at >= $2), 0)::text as recent,
        min(issued_at) as first,
        count(*) filter (where status <> 'paid')::text as unpaid,
        count(*) filter (where status <> 'paid' and past_due)::text as past_due
      from own`,
    values: [memberId, since],
  })
  const [row] = rows
  return {
    paidByPools: BigInt(row?.paid ?? 0),
    billsPaidByPools: Number(row?.bills ?? 0),
    recentlyPaidByPools: BigInt(row?.recent ?? 0),
    firstIssuedAt: row?.first?.toISOString() ?? null,
    unpaid: Number(row?.unpaid ?? 0),
    pastDue: Number(row?.past_due ?? 0),
  }
}

/** What a member's pools have paid on bills so far, in cents. */
export const paidByPoolsOf = async (pool: Pool, memberId: string): Promise<bigint> => {
  const { rows } = await pool.query<{ paid: string }>({
    name: 'read_paid_by_pools',
    text: 'select coalesce(sum(bills_minor), 0)::text as paid from read.pool where member_id = $1',
    values: [memberId],
  })
  return BigInt(rows[0]?.paid ?? 0)
}
