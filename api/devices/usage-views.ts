import type { Pool } from 'pg'
import { addDays, dayOf, startOfDay } from '../../events/calendar.ts'
import type { CurrentUsage, DailyUsage } from '../contract/device-usage.ts'
import { cycleAt, daysFrom } from './cycle.ts'
import { devicesOf } from './devices.ts'
import { isInService } from './line.ts'
import { addAllowances, addUsage, NO_ALLOWANCES, NO_USAGE, overageOf, PLANS } from './plans.ts'
import { dailyUsage, namedDevices, serviceOf, type DayUsage } from './usage.ts'
import { mbOf, sumsOf, usedView } from './views.ts'

/** The running cycle: allowances and usage, in total and by device. */
export const currentUsage = async (pool: Pool, memberId: string, now: Date): Promise<CurrentUsage> => {
  const cycle = cycleAt(now)
  const devices = (await devicesOf(pool, memberId)).filter(({ line }) => line.state !== 'failed')
  const ids = devices.map(({ id }) => id)
  const [days, service] = await Promise.all([
    dailyUsage(pool, ids, cycle.firstDay, cycle.lastDay),
    serviceOf(pool, ids),
  ])
  const sums = sumsOf(days)
  const running = new Set(devices.filter(({ line }) => isInService(line)).map(({ id }) => id))
  const metered = service
    .filter(({ deviceId, until }) => until === null && running.has(deviceId))
    .map(({ meteredUntil }) => meteredUntil.getTime())
  return {
    monthly_allowances: devices
      .map(({ plan }) => PLANS[plan].allowances)
      .reduce(addAllowances, NO_ALLOWANCES),
    usage: {
      ...usedView([...sums.values()].reduce(addUsage, NO_USAGE)),
      billing_cycle_start: cycle.firstDay,
      billing_cycle_end: cycle.lastDay,
    },
    devices: devices.map(({ id, label, plan }) => {
      const usage = sums.get(id) ?? NO_USAGE
      const { voice, sms, data } = overageOf(PLANS[plan], usage)
      return {
        device_id: id,
        device_label: label,
        monthly_allowances: PLANS[plan].allowances,
        usage: usedView(usage),
        overage_cents: voice + sms + data,
      }
    }),
    metered_until: metered.length > 0 ? new Date(Math.min(...metered)).toISOString() : null,
  }
}

const NOTHING = { ...NO_USAGE, calls: 0 }
type Counted = typeof NOTHING

const add = (one: Counted, other: Counted): Counted => ({
  ...addUsage(one, other),
  calls: one.calls + other.calls,
})

const countedView = ({ calls, voiceMinutes, sms, dataKb }: Counted) => ({
  calls,
  voice_minutes: voiceMinutes,
  messages: sms,
  data_mb: mbOf(dataKb),
})

/** Usage of the last `count` days (UTC), today included, also of days without usage. */
export const dailyView = async (
  pool: Pool,
  memberId: string,
  count: number,
  now: Date,
): Promise<DailyUsage> => {
  const today = dayOf(now)
  const first = addDays(today, 1 - count)
  const named = await namedDevices(pool, memberId, startOfDay(first))
  const rows = await dailyUsage(
    pool,
    named.map(({ id }) => id),
    first,
    today,
  )
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const seen = new Set(rows.map(({ deviceId }) => deviceId))
  const viewOf = (day: string, used: readonly DayUsage[]) => ({
    date: day,
    ...countedView(used.reduce<Counted>(add, NOTHING)),
    devices: used.map((one) => ({ device_id: one.deviceId, ...countedView(one) })),
  })
  return {
    days: daysFrom(first, addDays(today, 1)).map((day) => viewOf(day, byDay.get(day) ?? [])),
    totals: countedView(rows.reduce<Counted>(add, NOTHING)),
    devices: named
      .filter(({ id, deleted }) => !deleted || seen.has(id))
      .map(({ id, label, deleted }) => ({ device_id: id, device_label: label, deleted })),
  }
}
