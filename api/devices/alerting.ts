import type { PoolClient } from 'pg'
import { DeviceConfig, PlanType } from '../contract/devices.ts'
import { addActivity, type NewEntry } from './activity.ts'
import { alertsOf, isAnyReached } from './alerts.ts'
import { cycleAt, cycleOf } from './cycle.ts'
import { PLANS } from './plans.ts'

interface Sums {
  readonly device_id: string
  readonly member_id: string
  readonly label: string
  readonly config: unknown
  readonly plan: string
  /** Since when the plan has been in force. */
  readonly changed_at: Date
  readonly period: string
  readonly voice_minutes: bigint
  readonly sms: bigint
  readonly data_kb: string
}

/** Usage of each device and month, with the plan in force at the month's end, or now. */
const SUMS = `
  select d.id as device_id, d.member_id, d.label, d.config, v.period, c.plan, c.changed_at,
    sum(u.voice_minutes) as voice_minutes, sum(u.sms) as sms, sum(u.data_kb)::text as data_kb
  from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[])
    as v (device_id, period, begins, ends)
  join app.telecom_device d on d.id = v.device_id
  cross join lateral (
    select plan, changed_at from app.telecom_plan_change c where c.device_id = d.id and c.changed_at < v.ends
    order by c.changed_at desc limit 1
  ) as c
  join app.telecom_usage_day u on u.device_id = d.id
    and u.day >= (v.begins at time zone 'UTC')::date and u.day < (v.ends at time zone 'UTC')::date
  where d.deleted_at is null
  group by d.id, v.period, c.plan, c.changed_at`

const HOURS = `
  select u.device_id, v.period, u.hour, u.voice_minutes, u.sms, u.data_kb
  from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[])
    as v (device_id, period, begins, ends)
  join app.telecom_usage_hour u on u.device_id = v.device_id and u.hour >= v.begins and u.hour < v.ends
  order by u.device_id, u.hour`

const parametersOf = (months: readonly { readonly device_id: string; readonly period: string }[]) => {
  const cycles = months.map(({ period }) => cycleOf(period))
  return [
    months.map(({ device_id: id }) => id),
    months.map(({ period }) => period),
    cycles.map(({ start }) => start),
    cycles.map(({ end }) => end),
  ]
}

/** The months that overlap the given time ranges, each device and month once. */
const monthsOf = (
  batch: readonly { readonly deviceId: string; readonly from: Date; readonly until: Date }[],
) => {
  const months = new Map<string, { readonly device_id: string; readonly period: string }>()
  for (const { deviceId, from, until } of batch)
    for (let cycle = cycleAt(from); cycle.start < until; cycle = cycleAt(cycle.end))
      months.set(`${deviceId} ${cycle.period}`, { device_id: deviceId, period: cycle.period })
  return [...months.values()]
}

/**
 * Alerts members of allowances that are nearly used up, once per device, month and threshold. Reads the hours of a
 * month only where its sum has reached a threshold.
 */
export const warn = async (
  client: PoolClient,
  batch: readonly { readonly deviceId: string; readonly from: Date; readonly until: Date }[],
): Promise<void> => {
  const { rows } = await client.query<Sums>({
    name: 'telecom-month-sums',
    text: SUMS,
    values: parametersOf(monthsOf(batch)),
  })
  const reached = rows.filter(({ plan, voice_minutes: voice, sms, data_kb: data }) =>
    isAnyReached(PLANS[PlanType.parse(plan)].allowances, {
      voiceMinutes: Number(voice),
      sms: Number(sms),
      dataKb: Number(data),
    }),
  )
  if (reached.length === 0) return
  const { rows: hours } = await client.query<{
    readonly device_id: string
    readonly period: string
    readonly hour: Date
    readonly voice_minutes: number
    readonly sms: number
    readonly data_kb: bigint
  }>({ name: 'telecom-month-hours', text: HOURS, values: parametersOf(reached) })
  const hoursOf = Map.groupBy(hours, ({ device_id: id, period }) => `${id} ${period}`)
  const entries = reached.flatMap(
    ({ device_id: deviceId, member_id: memberId, label, config, plan, period, changed_at: changedAt }) => {
      const wishes = DeviceConfig.parse(config)
      const used = (hoursOf.get(`${deviceId} ${period}`) ?? []).map((row) => ({
        hour: row.hour,
        voiceMinutes: row.voice_minutes,
        sms: row.sms,
        dataKb: Number(row.data_kb),
      }))
      return alertsOf(PLANS[PlanType.parse(plan)].allowances, used)
        .filter(({ what }) => (what === 'data' ? wishes.data_limit_alerts : wishes.usage_notifications))
        .map(({ what, percent, at }): NewEntry => ({
          memberId,
          deviceId,
          label,
          fact: { kind: 'usage_alert', what, percent, period },
          // After a change to a smaller plan a threshold cannot be reached before the change.
          at: at > changedAt ? at : changedAt,
          once: `alert ${period} ${what} ${percent}`,
        }))
    },
  )
  await addActivity(client, entries)
}
