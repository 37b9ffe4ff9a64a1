import type { Pool, PoolClient } from 'pg'
import { NIL } from 'uuid'
import { billIdOf, closingBillIdOf } from '../../events/bills/events.ts'
import { monthOf, monthsBetween } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import type { BillLine, ClosingStatement } from '../bills/biller.ts'
import { inTransaction } from '../database/database.ts'
import { chargesOf, MONTHS_LOCK } from './closing.ts'
import { cycleOf } from './cycle.ts'
import { lockMember } from './orders.ts'

type Row = BillLine & { readonly period: string; readonly billId: string; readonly closing: boolean }

/** Charges of months that were closed: their bills may not be issued yet. */
const CLOSED = `
  select c.period, c.item, c.device_id as reference, c.cents from app.telecom_charge c
  where c.member_id = $1 order by c.period, c.device_id, c.item`
const BILLED = `
  select period, item, device_id as reference, cents, bill_id as "billId", true as closing
  from app.telecom_closing_charge where member_id = $1 order by period, device_id, item`
/** Months since the member's first service that are not closed. */
const FIRST_MONTH = `
  select min(s.began_at) as began from app.telecom_service s
  join app.telecom_device d on d.id = s.device_id where d.member_id = $1`
const CLOSED_MONTHS = 'select period from app.telecom_month where period >= $1'
const ADD = `
  insert into app.telecom_closing_charge (period, device_id, item, member_id, cents, bill_id)
  select period, device_id, item, $1, cents, bill_id
  from unnest($2::text[], $3::uuid[], $4::text[], $5::bigint[], $6::uuid[]) as t (period, device_id, item, cents, bill_id)
  on conflict do nothing`

const openMonths = async (client: PoolClient, memberId: string, now: Date): Promise<readonly string[]> => {
  const first = await client.query<{ readonly began: Date | null }>(FIRST_MONTH, [memberId])
  const began = first.rows[0]?.began ?? null
  if (began === null) return []
  const { rows } = await client.query<{ readonly period: string }>(CLOSED_MONTHS, [
    monthOf(began.toISOString()),
  ])
  const closed = new Set(rows.map(({ period }) => period))
  return monthsBetween(monthOf(began.toISOString()), monthOf(now.toISOString())).filter(
    (period) => !closed.has(period),
  )
}

/** What no bill charges yet. The open months are the current one and, for two days, the last. */
const unbilled = async (
  client: PoolClient,
  biller: string,
  memberId: string,
  now: Date,
): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (const period of await openMonths(client, memberId, now)) {
    // A member has few devices: one page.
    const { charges } = await chargesOf(client, cycleOf(period), { after: NIL, memberId })
    const [first] = charges
    if (!first) continue
    const billId = closingBillIdOf(biller, memberId, period, first.reference)
    rows.push(
      ...charges.map(({ item, reference, cents }) => ({
        item,
        reference,
        cents,
        period,
        billId,
        closing: true,
      })),
    )
  }
  return rows
}

const add = async (client: PoolClient, memberId: string, rows: readonly Row[]): Promise<void> => {
  await client.query(ADD, [
    memberId,
    rows.map(({ period }) => period),
    rows.map(({ reference }) => reference),
    rows.map(({ item }) => item),
    rows.map(({ cents }) => cents.toString()),
    rows.map(({ billId }) => billId),
  ])
}

/**
 * Everything that a member's lines ever cost, as the bills that charge it: of closed months, and of months that are not
 * closed. `record`: stores the charges of the latter for good; without, it only tells what they would be.
 */
export const closingStatements = (
  { pool, clock, biller }: { readonly pool: Pool; readonly clock: Clock; readonly biller: string },
  memberId: string,
  record: boolean,
): Promise<readonly ClosingStatement[]> =>
  inTransaction(pool, async (client) => {
    // Two closings at once must not bill the same days twice.
    if (record) {
      await client.query('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [MONTHS_LOCK])
      await lockMember(client, memberId)
    }
    const open = await unbilled(client, biller, memberId, clock())
    if (record && open.length > 0) await add(client, memberId, open)
    const closed = await client.query<Omit<Row, 'billId' | 'closing'>>(CLOSED, [memberId])
    const billed = await client.query<Row>(BILLED, [memberId])
    const all: readonly Row[] = [
      ...closed.rows.map((row) => ({
        ...row,
        billId: billIdOf(biller, memberId, row.period),
        closing: false,
      })),
      ...billed.rows,
      ...(record ? [] : open),
    ]
    return [...Map.groupBy(all, ({ billId }) => billId)].map(([billId, lines]) => ({
      billId,
      memberId,
      period: lines[0]?.period ?? '',
      closing: lines[0]?.closing === true,
      lines: lines.map(({ item, reference, cents }) => ({ item, reference, cents })),
    }))
  })
