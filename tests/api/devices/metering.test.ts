import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { CarrierUnavailable, type Carrier } from '../../../api/devices/carrier.ts'
import { createMetering } from '../../../api/devices/metering.ts'
import { devicePurges } from '../../../api/devices/retention.ts'
import { activityOf } from '../../../api/devices/activity.ts'
import { currentUsage, dailyView } from '../../../api/devices/usage-views.ts'
import { keptLog } from '../../support/read-models.ts'
import { HOUR_MS, startDeviceParts, type DeviceParts } from '../../support/device-parts.ts'

let parts: DeviceParts
let isAway = false
/** The carrier knows nothing of this reference. */
let unknown: string | null = null
/** Of this one it tells what cannot be. */
let absurd: string | null = null
const flaky = (carrier: Carrier): Carrier => ({
  ...carrier,
  usage: async (reference, from, until) => {
    if (isAway) throw new CarrierUnavailable('away')
    if (reference === unknown) throw new Error('There is no such line')
    const hours = await carrier.usage(reference, from, until)
    return reference === absurd ? hours.map((hour) => ({ ...hour, calls: 2 ** 40 })) : hours
  },
})
beforeAll(async () => {
  parts = await startDeviceParts('2026-11-01T09:00:00Z', { carrierOf: flaky })
})
afterAll(() => parts?.stop())

/** The statement that adds hours: each value is an array, the column of all hours. */
const Added = z.object({
  name: z.literal('telecom-usage-add'),
  values: z.tuple([z.array(z.string())], z.unknown()),
})

const hoursOf = async (deviceId: string) => {
  const { rows } = await parts.pool.query<{ hour: Date; data_kb: bigint; calls: number; ctid: string }>(
    'select hour, data_kb, calls, ctid::text from app.telecom_usage_hour where device_id = $1 order by hour',
    [deviceId],
  )
  return rows
}
/** Days whose totals differ from the sum of their hours. */
const differences = async () => {
  const { rows } = await parts.pool.query(
    `with summed as (
      select device_id, (hour at time zone 'UTC')::date as day, sum(calls) as calls, sum(voice_minutes) as voice,
        sum(sms) as sms, sum(data_kb) as data
      from app.telecom_usage_hour group by 1, 2
    )
    select * from summed s full join app.telecom_usage_day d using (device_id, day)
    where (s.calls, s.voice, s.sms, s.data) is distinct from (d.calls, d.voice_minutes, d.sms, d.data_kb)`,
  )
  return rows
}

describe('metering', () => {
  it('records each hour in service once, from the activation on', async () => {
    const device = await parts.activeDevice(parts.newMember())
    expect(await hoursOf(device.id)).toEqual([])
    await parts.goTo('2026-11-03T10:30:00Z')
    const rows = await hoursOf(device.id)
    const { reference, activatedAt } = await parts.deviceOf(device.memberId, device.id)
    const all = await parts.sandbox.usage(
      reference ?? '',
      new Date('2026-11-01'),
      new Date('2026-11-03T10:00:00Z'),
    )
    const used = all.filter(({ calls, voiceMinutes, sms, dataKb }) => calls + voiceMinutes + sms + dataKb > 0)
    expect(rows.map(({ hour, data_kb: kb }) => [hour, Number(kb)])).toEqual(
      used.map(({ hour, dataKb }) => [hour, dataKb]),
    )
    expect(rows[0]?.hour.getTime()).toBeGreaterThanOrEqual((activatedAt?.getTime() ?? 0) - HOUR_MS)
    await parts.metering.round()
    expect(await hoursOf(device.id)).toEqual(rows)
    expect(await differences()).toEqual([])
  })

  it('makes up for days in which nothing ran, and for a carrier that was away', async () => {
    const device = await parts.activeDevice(parts.newMember())
    isAway = true
    await parts.goTo('2026-11-09T10:30:00Z')
    expect(await hoursOf(device.id)).toEqual([])
    isAway = false
    await parts.goTo('2026-11-20T10:30:00Z')
    const rows = await hoursOf(device.id)
    expect(rows.at(-1)?.hour).toEqual(new Date('2026-11-20T09:00:00Z'))
    expect(rows.length).toBeGreaterThan(200)
    expect(await differences()).toEqual([])
  })

  it('records the others where the carrier fails for one line, or tells of one what cannot be', async () => {
    const [bad, odd, good] = [
      await parts.activeDevice(parts.newMember()),
      await parts.activeDevice(parts.newMember()),
      await parts.activeDevice(parts.newMember()),
    ]
    ;[unknown, absurd] = [bad.reference, odd.reference]
    const stuckBefore = parts.metering.attempts.stuck()
    parts.clock.forward(50 * HOUR_MS)
    for (let n = 0; n < 3; n += 1) expect(await parts.metering.round()).toBeGreaterThan(0)
    expect(parts.metering.attempts.stuck()).toBe(stuckBefore + 2)
    expect(await hoursOf(bad.id)).toEqual([])
    expect(await hoursOf(odd.id)).toEqual([])
    expect((await hoursOf(good.id)).length).toBeGreaterThan(10)
    ;[unknown, absurd] = [null, null]
    expect(await parts.metering.round()).toBeUndefined()
    expect((await hoursOf(bad.id)).length).toBeGreaterThan(10)
    expect((await hoursOf(odd.id)).length).toBeGreaterThan(10)
    expect(parts.metering.attempts.stuck()).toBe(stuckBefore)
    expect(await differences()).toEqual([])
  })

  it('counts nothing twice when many workers meter at once', async () => {
    const members = [parts.newMember(), parts.newMember(), parts.newMember()]
    const devices = await Promise.all(members.map((memberId) => parts.order(memberId)))
    await parts.settle()
    parts.clock.forward(100 * HOUR_MS)
    const workers = Array.from({ length: 5 }, () =>
      createMetering({ ...parts, carrier: parts.sandbox, log: keptLog().log }),
    )
    await Promise.all(workers.map((worker) => worker.round()))
    for (const { id } of devices) expect((await hoursOf(id)).length).toBeGreaterThan(60)
    expect(await differences()).toEqual([])
  })

  it('leaves none behind that is further back than the others', async () => {
    await parts.activeDevice(parts.newMember())
    const ahead = await parts.activeDevice(parts.newMember())
    await parts.settle()
    // More hours than a batch records of each.
    parts.clock.forward(1_500 * HOUR_MS)
    await parts.pool.query('update app.telecom_service set metered_until = $2 where device_id = $1', [
      ahead.id,
      new Date(parts.clock().getTime() - 2 * HOUR_MS),
    ])
    await parts.metering.round()
    const { rows } = await parts.pool.query(
      'select from app.telecom_service where not metered and metered_until < $1',
      [parts.sandbox.settledUntil(parts.clock())],
    )
    expect(rows).toEqual([])
  })

  it('records nothing while a line is suspended, and all up to then', async () => {
    const device = await parts.activeDevice(parts.newMember())
    parts.clock.forward(30 * HOUR_MS)
    const suspendedAt = parts.clock()
    await parts.orders.command(device.memberId, device.id, 'suspend')
    await parts.settle()
    parts.clock.forward(100 * HOUR_MS)
    await parts.metering.round()
    const before = await hoursOf(device.id)
    expect(before.length).toBeGreaterThan(10)
    for (const { hour } of before) expect(hour.getTime()).toBeLessThanOrEqual(suspendedAt.getTime() + HOUR_MS)
    const resumedAt = parts.clock()
    await parts.orders.command(device.memberId, device.id, 'resume')
    await parts.settle()
    parts.clock.forward(50 * HOUR_MS)
    await parts.metering.round()
    const after = (await hoursOf(device.id)).slice(before.length)
    expect(after.length).toBeGreaterThan(20)
    for (const { hour } of after) expect(hour.getTime()).toBeGreaterThanOrEqual(resumedAt.getTime() - HOUR_MS)
    expect(await differences()).toEqual([])
  })

  it('is done with a line that was deleted, once its last hour is recorded', async () => {
    const device = await parts.activeDevice(parts.newMember())
    parts.clock.forward(20 * HOUR_MS)
    await parts.orders.remove(device.memberId, device.id)
    await parts.settle()
    parts.clock.forward(20 * HOUR_MS)
    await parts.metering.round()
    const { rows } = await parts.pool.query('select metered from app.telecom_service where device_id = $1', [
      device.id,
    ])
    expect(rows).toEqual([{ metered: true }])
    expect((await hoursOf(device.id)).length).toBeGreaterThan(5)
  })
})

describe('after 400 days', () => {
  it('hours and entries are deleted; the sums of days stay', async () => {
    const alone = await startDeviceParts('2026-11-01T09:00:00Z')
    const count = async (table: string) => {
      const { rows } = await alone.pool.query<{ count: number }>(
        `select count(*)::int as count from app.${table}`,
      )
      return rows[0]?.count ?? 0
    }
    const purge = async () => {
      for (const one of devicePurges(alone)) await one()
    }
    try {
      await alone.activeDevice(alone.newMember())
      await alone.goTo('2026-11-03T10:30:00Z')
      const [hours, entries] = [await count('telecom_usage_hour'), await count('telecom_activity')]
      expect([hours > 10, entries > 0]).toEqual([true, true])
      alone.clock.forward(397 * 24 * HOUR_MS)
      await purge()
      expect([await count('telecom_activity'), (await count('telecom_usage_hour')) > 0]).toEqual([
        entries,
        true,
      ])
      alone.clock.forward(6 * 24 * HOUR_MS)
      await purge()
      expect([await count('telecom_usage_hour'), await count('telecom_activity')]).toEqual([0, 0])
      expect(await count('telecom_usage_day')).toBeGreaterThan(1)
    } finally {
      await alone.stop()
    }
  })
})

describe('a gap of many days', () => {
  it('is made up for in statements that a slow machine can carry out in time', async () => {
    const alone = await startDeviceParts('2026-11-01T09:00:00Z')
    const asked = vi.spyOn(Client.prototype, 'query')
    try {
      const { id } = await alone.activeDevice(alone.newMember())
      await alone.goTo('2027-05-20T10:30:00Z')
      const { rows } = await alone.pool.query<{ hours: number; last: Date }>(
        'select count(*)::int as hours, max(hour) as last from app.telecom_usage_hour where device_id = $1',
        [id],
      )
      expect(rows[0]?.last).toEqual(new Date('2027-05-20T09:00:00Z'))
      const calls: readonly unknown[][] = asked.mock.calls
      const sizes = calls.flatMap(([query]) => {
        const added = Added.safeParse(query)
        return added.success ? [added.data.values[0].length] : []
      })
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(rows[0]?.hours)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000)
    } finally {
      asked.mockRestore()
      await alone.stop()
    }
  })
})

describe('alerts', () => {
  const alertsOf = async (memberId: string) =>
    (await activityOf(parts.pool, memberId, { limit: 100 })).activity
      .filter(({ kind, message }) => kind === 'usage_alert' && message.includes('its data'))
      .map(({ message, severity, at }) => ({ message, severity, month: at.slice(0, 7) }))
      .toReversed()

  it('come once per month at 80 % and 95 %, whenever and however often it is metered', async () => {
    parts.clock.forward(Date.parse('2026-12-01T00:00:00Z') - parts.clock().getTime())
    const device = await parts.activeDevice(parts.newMember(), { device_label: 'Test: heavy' })
    for (const day of ['05', '20', '25']) await parts.goTo(`2026-12-${day}T12:00:00Z`)
    // What a later release has stored is left out by this one.
    await parts.pool.query(
      `insert into app.telecom_activity (member_id, device_id, kind, facts, at)
        values ($1, $2, 'usage_alert', '{"kind": "usage_alert", "what": "later", "label": "Test: heavy"}', $3)`,
      [device.memberId, device.id, parts.clock()],
    )
    const december = [
      {
        message: 'Test: heavy has used 80% of its data for this month.',
        severity: 'warning',
        month: '2026-12',
      },
      {
        message: 'Test: heavy has used 95% of its data for this month.',
        severity: 'error',
        month: '2026-12',
      },
    ]
    expect(await alertsOf(device.memberId)).toEqual(december)
    // To a smaller plan, and back: the alerts of this month are not repeated.
    await parts.orders.update(device.memberId, device.id, { plan_type: 'data_only_5gb' })
    await parts.goTo('2026-12-28T12:00:00Z')
    expect(await alertsOf(device.memberId)).toEqual(december)
    await parts.orders.update(device.memberId, device.id, { plan_type: 'standard' })
    await parts.goTo('2027-01-30T12:00:00Z')
    expect((await alertsOf(device.memberId)).filter(({ month }) => month === '2027-01')).toHaveLength(2)
  })

  it('keep silent where the member wants none, and on unlimited plans', async () => {
    const quiet = await parts.activeDevice(parts.newMember(), {
      device_label: 'Test: heavy',
      device_config: { data_limit_alerts: false, usage_notifications: false },
    })
    const unlimited = await parts.activeDevice(parts.newMember(), {
      device_label: 'Test: heavy',
      plan_type: 'unlimited',
    })
    await parts.goTo('2027-03-01T12:00:00Z')
    expect(await alertsOf(quiet.memberId)).toEqual([])
    expect(await alertsOf(unlimited.memberId)).toEqual([])
  })
})

describe('what is shown', () => {
  it('adds up to the hours, per device and in total', async () => {
    const memberId = parts.newMember()
    const one = await parts.activeDevice(memberId)
    const other = await parts.activeDevice(memberId, { device_type: 'tablet', plan_type: 'data_only_5gb' })
    await parts.goTo('2027-03-20T12:00:00Z')
    const view = await dailyView(parts.pool, memberId, 30, parts.clock())
    expect(view.days).toHaveLength(30)
    expect(view.days.at(-1)?.date).toBe('2027-03-20')
    const { rows } = await parts.pool.query<{ calls: number; sms: number; voice: number; kb: number }>(
      `select sum(calls)::int as calls, sum(sms)::int as sms, sum(voice_minutes)::int as voice, sum(data_kb)::float8 as kb
      from app.telecom_usage_hour where device_id = any($1)`,
      [[one.id, other.id]],
    )
    expect(view.totals).toEqual({
      calls: rows[0]?.calls,
      messages: rows[0]?.sms,
      voice_minutes: rows[0]?.voice,
      data_mb: Math.round(((rows[0]?.kb ?? 0) / 1_024) * 10) / 10,
    })
    expect(view.days.reduce((sum, { calls }) => sum + calls, 0)).toBe(view.totals.calls)
    expect(view.days.flatMap(({ devices }) => devices).reduce((sum, { messages }) => sum + messages, 0)).toBe(
      view.totals.messages,
    )

    const current = await currentUsage(parts.pool, memberId, parts.clock())
    expect(current.usage).toMatchObject({
      voice_minutes_used: view.totals.voice_minutes,
      data_mb_used: view.totals.data_mb,
      billing_cycle_start: '2027-03-01',
      billing_cycle_end: '2027-03-31',
    })
    expect(current.monthly_allowances).toEqual({ voice_minutes: 1_000, sms_count: 1_000, data_mb: 15_360 })
    expect(current.metered_until).toBe('2027-03-20T12:00:00.000Z')

    await parts.orders.remove(memberId, other.id)
    const later = await dailyView(parts.pool, memberId, 30, parts.clock())
    expect(later.totals).toEqual(view.totals)
    expect(later.devices.find(({ device_id: id }) => id === other.id)).toMatchObject({ deleted: true })
  })
})
