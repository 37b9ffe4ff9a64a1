import type { Pool, PoolClient } from 'pg'
import { NIL } from 'uuid'
import { DAY_MS, dayOf, startOfDay } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { PlanType } from '../contract/devices.ts'
import { MonthNotClosed, type BillLine } from '../bills/biller.ts'
import { cycleOf, type Cycle } from './cycle.ts'
import { overageOf, partOf, PLANS, WHOLE_MONTH, type MonthShare, type Usage } from './plans.ts'
import { inTransaction } from '../database/database.ts'

/** How long a month waits for its usage. Usage that arrives later is never charged. */
export const WAIT_MS = 2 * DAY_MS
const DEVICES_MAX = 1_000
/** Held while a month is closed, and shared while a closing account is billed for open months. */
export const MONTHS_LOCK = 'telecom months'

/** Bill lines of a device for a month, or for its days of one: the plan's price, and the overage of each allowance. */
export const linesOf = (
  deviceId: string,
  planType: PlanType,
  usage: Usage,
  share: MonthShare = WHOLE_MONTH,
): readonly BillLine[] => {
  const plan = partOf(PLANS[planType], share)
  const { voice, sms, data } = overageOf(plan, usage)
  return [
    { item: `plan:${planType}`, reference: deviceId, cents: BigInt(plan.monthly_cost_cents) },
    { item: 'overage:voice', reference: deviceId, cents: BigInt(voice) },
    { item: 'overage:sms', reference: deviceId, cents: BigInt(sms) },
    { item: 'overage:data', reference: deviceId, cents: BigInt(data) },
  ].filter(({ cents }) => cents > 0n)
}

/**
 * Devices in service within the month that no closing bill has charged ($6: deleted ones of one member), each with the plan in force at its end (or at deletion), the day its service
 * began within the month, the day of deletion, and the month's usage.
 */
const BILLABLE = `
  select d.id, d.member_id,
    (select plan from app.telecom_plan_change c where c.device_id = d.id and c.changed_at < $3
      order by c.changed_at desc limit 1) as plan,
    case when d.deleted_at < $3 then d.deleted_at end as deleted_at,
    (select min(greatest(s.began_at, $2)) from app.telecom_service s where s.device_id = d.id
      and s.began_at < $3 and (s.ended_at is null or s.ended_at > $2)) as began_at,
    coalesce(sum(u.voice_minutes), 0)::float8 as voice, coalesce(sum(u.sms), 0)::float8 as sms,
    coalesce(sum(u.data_kb), 0)::float8 as data
  from app.telecom_device d
  left join app.telecom_usage_day u on u.device_id = d.id and u.day >= $4::date and u.day <= $5::date
  where d.id > $1 and ($6::uuid is null or (d.member_id = $6 and d.deleted_at is not null)) and d.created_at < $3 and (d.deleted_at is null or d.deleted_at >= $2)
    and exists (select from app.telecom_service s where s.device_id = d.id
      and s.began_at < $3 and (s.ended_at is null or s.ended_at > $2))
    and not exists (select from app.telecom_closing_charge c where c.period = $7 and c.device_id = d.id)
  group by d.id order by d.id limit ${DEVICES_MAX}`

/** A device deleted within the month is charged its days of service, including the first and the last in full. */
const shareOf = (
  cycle: Cycle,
  { began_at: began, deleted_at: deleted }: { readonly began_at: Date; readonly deleted_at: Date | null },
): MonthShare => {
  if (deleted === null) return WHOLE_MONTH
  const days = (startOfDay(dayOf(deleted)).getTime() - startOfDay(dayOf(began)).getTime()) / DAY_MS + 1
  return { days: Math.max(1, days), of: cycle.days }
}

const CHARGE = `
  insert into app.telecom_charge (period, member_id, device_id, item, cents)
  select $1, * from unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[])`

type Charge = BillLine & { readonly memberId: string }

/** The charges of a page of devices for the month, after device `after`; `memberId`: only of one member. */
export const chargesOf = async (
  client: Pick<PoolClient, 'query'>,
  cycle: Cycle,
  { after, memberId = null }: { readonly after: string; readonly memberId?: string | null },
): Promise<{ readonly charges: readonly Charge[]; readonly next: string | null }> => {
  const { rows } = await client.query<{
    readonly id: string
    readonly member_id: string
    readonly plan: string
    readonly deleted_at: Date | null
    readonly began_at: Date
    readonly voice: number
    readonly sms: number
    readonly data: number
  }>({
    name: 'telecom-billable-of',
    text: BILLABLE,
    values: [after, cycle.start, cycle.end, cycle.firstDay, cycle.lastDay, memberId, cycle.period],
  })
  const charges = rows.flatMap(({ id, member_id: owner, plan, voice, sms, data, ...service }) => {
    const usage = { voiceMinutes: voice, sms, dataKb: data }
    const lines = linesOf(id, PlanType.parse(plan), usage, shareOf(cycle, service))
    return lines.map((line) => ({ ...line, memberId: owner }))
  })
  return { charges, next: rows.length < DEVICES_MAX ? null : (rows.at(-1)?.id ?? null) }
}

const chargeAll = async (client: PoolClient, cycle: Cycle): Promise<void> => {
  let after: string | null = NIL
  while (after !== null) {
    const page: Awaited<ReturnType<typeof chargesOf>> = await chargesOf(client, cycle, { after })
    const { charges: lines } = page
    await client.query({
      name: 'telecom-charge',
      text: CHARGE,
      values: [
        cycle.period,
        lines.map(({ memberId }) => memberId),
        lines.map(({ reference }) => reference),
        lines.map(({ item }) => item),
        lines.map(({ cents }) => cents.toString()),
      ],
    })
    after = page.next
  }
}

/**
 * Closes a month: stores every member's charges for it, once. They never change, whatever happens to devices, prices or
 * usage.
 * @throws {MonthNotClosed} the month has not ended, or its usage is still being recorded
 */
export const closeMonth = async (pool: Pool, clock: Clock, period: string): Promise<void> => {
  const cycle = cycleOf(period)
  const known = await pool.query('select from app.telecom_month where period = $1', [period])
  if (known.rowCount === 1) return
  const now = clock()
  if (now < cycle.end) throw new MonthNotClosed(period)
  const open = await pool.query({
    name: 'telecom-month-open',
    text: `select from app.telecom_service
      where not metered and metered_until < $1 and began_at < $1 and coalesce(ended_at, 'infinity') > $2
      limit 1`,
    values: [cycle.end, cycle.start],
  })
  if (open.rowCount === 1 && now.getTime() < cycle.end.getTime() + WAIT_MS) throw new MonthNotClosed(period)
  await inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [MONTHS_LOCK])
    const { rowCount } = await client.query(
      'insert into app.telecom_month (period, closed_at) values ($1, $2) on conflict do nothing',
      [period, now],
    )
    if (rowCount === 1) await chargeAll(client, cycle)
  })
}
