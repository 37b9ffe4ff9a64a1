import { describe, expect, it } from 'vitest'
import { addDays } from '../../../events/calendar.ts'
import type { PlanType } from '../../../api/contract/devices.ts'
import { anomalyOf, idleDays } from '../../../api/devices/insights/anomalies.ts'
import { forecast, patternOf, wholeDays, type DayValue } from '../../../api/devices/insights/forecast.ts'
import { betterPlan, reprice, type MonthRanges } from '../../../api/devices/insights/repricing.ts'
import { daysMissing, insightsOf, type ObservedLine } from '../../../api/devices/insights/rules.ts'
import { normalCdf, robustZ, t90 } from '../../../api/devices/insights/statistics.ts'
import { daysFrom } from '../../../api/devices/cycle.ts'
import { PLANS } from '../../../api/devices/plans.ts'

/** Numbers from 0 to 1, the same in every run (a linear congruential generator, Numerical Recipes). */
const generator = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
/** A normally distributed number (Box-Muller transform). */
const normal = (next: () => number, mean: number, deviation: number) =>
  mean + deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())

const FIRST = '2026-09-07' // a Monday
const series = (count: number, value: (day: string, index: number) => number): DayValue[] =>
  Array.from({ length: count }, (_, index) => {
    const day = addDays(FIRST, index)
    return { day, value: value(day, index) }
  })

/** The documented forecast, implemented independently: one loop, plain dates. */
const independently = (days: readonly DayValue[], ahead: readonly string[]) => {
  const n = days.length
  let total = 0
  for (const { value } of days) total += value
  const overall = total / n
  const share: number[] = []
  for (let weekday = 0; weekday < 7; weekday += 1) {
    let own = 3 * overall
    let count = 3
    for (const { day, value } of days)
      if (new Date(day).getUTCDay() === weekday) {
        own += value
        count += 1
      }
    share[weekday] = own / count / overall
  }
  const of = (day: string) => share[new Date(day).getUTCDay()] ?? NaN
  const plain = days.map(({ day, value }) => value / of(day))
  const levelOf = (values: readonly number[]) => {
    let moving = 0
    for (let index = 0; index < 7; index += 1) moving += (values[index] ?? NaN) / 7
    for (let index = 7; index < n; index += 1) moving = 0.85 * moving + 0.15 * (values[index] ?? NaN)
    const last = values.slice(Math.max(0, n - 28))
    let rate = 0
    for (const value of last) rate += value / last.length
    return 0.5 * moving + 0.5 * rate
  }
  const level = levelOf(plain)
  // The level's weight of each day; the sum of their squares gives the level's variance.
  let leverage = 0
  for (let index = 0; index < n; index += 1)
    leverage += levelOf(plain.map((_, at) => (at === index ? 1 : 0))) ** 2
  let squares = 0
  for (const { day, value } of days) squares += (value - level * of(day)) ** 2
  const weeks = n / 7
  const freedom = n - 1 - 6 * (weeks / (weeks + 3))
  const sigma = Math.sqrt(squares / freedom)
  let p50 = 0
  for (const day of ahead) p50 += level * of(day)
  const spread = t90(freedom) * sigma * Math.sqrt(ahead.length + ahead.length ** 2 * leverage)
  return { p10: Math.max(0, p50 - spread), p50, p90: p50 + spread }
}

describe('the forecast', () => {
  it.each([7, 8, 20, 28, 29, 60, 90])('agrees with an independent calculation after %i days', (count) => {
    const next = generator(count)
    const days = series(count, (_day, index) => Math.max(0, normal(next, 300 + index, 60)))
    const ahead = daysFrom(addDays(FIRST, count), addDays(FIRST, count + 17))
    const pattern = patternOf(days)
    if (!pattern) throw new Error('no pattern')
    const range = forecast(pattern, wholeDays(addDays(FIRST, count), addDays(FIRST, count + 17)))
    const expected = independently(days, ahead)
    for (const quantile of ['p10', 'p50', 'p90'] as const)
      expect(range[quantile]).toBeCloseTo(expected[quantile], 6)
  })

  it.each([10, 30, 60])('holds what really comes in about four of five cases, after %i days', (count) => {
    const next = generator(7)
    let inside = 0
    const runs = 2_000
    for (let run = 0; run < runs; run += 1) {
      const days = series(count + 15, () => normal(next, 500, 120))
      const pattern = patternOf(days.slice(0, count))
      if (!pattern) throw new Error('no pattern')
      const { p10, p90 } = forecast(pattern, wholeDays(addDays(FIRST, count), addDays(FIRST, count + 15)))
      const real = days.slice(count).reduce((sum, { value }) => sum + value, 0)
      if (real >= p10 && real <= p90) inside += 1
    }
    expect(inside / runs).toBeGreaterThan(0.75)
    expect(inside / runs).toBeLessThan(0.86)
  })

  it('knows weekdays, and follows a change of habit', () => {
    const weekend = (day: string) => [0, 6].includes(new Date(day).getUTCDay())
    const pattern = patternOf(series(56, (day) => (weekend(day) ? 200 : 50)))
    if (!pattern) throw new Error('no pattern')
    const saturday = addDays(FIRST, 61)
    const of = (day: string) => forecast(pattern, [{ day, share: 1 }]).p50
    expect(of(saturday)).toBeGreaterThan(2 * of(addDays(saturday, 2)))

    const changed = patternOf(series(56, (_day, index) => (index < 42 ? 100 : 400)))
    expect(changed?.level).toBeGreaterThan(250)
  })

  it('says nothing before there are seven days', () => {
    expect(patternOf([])).toBeNull()
    expect(patternOf(series(6, () => 100))).toBeNull()
    expect(patternOf(series(7, () => 100))).not.toBeNull()
  })

  it('takes nothing back that was used, counts the rest of a day, and is sure of nothing coming', () => {
    const pattern = patternOf(series(14, (_day, index) => (index % 2 ? 0 : 100)))
    if (!pattern) throw new Error('no pattern')
    expect(forecast(pattern, [], 4_000)).toMatchObject({ p10: 4_000, p50: 4_000, p90: 4_000 })
    const [half] = [forecast(pattern, [{ day: FIRST, share: 0.5 }])]
    expect(half.p50).toBeCloseTo(forecast(pattern, [{ day: FIRST, share: 1 }]).p50 / 2, 9)
    expect(forecast(pattern, [{ day: FIRST, share: 1 }], 10).p10).toBeGreaterThanOrEqual(10)
  })

  it('of a line that was never used is nothing', () => {
    const pattern = patternOf(series(10, () => 0))
    if (!pattern) throw new Error('no pattern')
    expect(forecast(pattern, wholeDays(FIRST, addDays(FIRST, 30)))).toEqual({
      p10: 0,
      p50: 0,
      p90: 0,
      sigma: 0,
    })
  })
})

describe('statistics', () => {
  it('agree with tables', () => {
    for (const [z, p] of [
      [0, 0.5],
      [1, 0.8413447],
      [-1, 0.1586553],
      [1.2815516, 0.9],
      [3, 0.9986501],
    ] as const)
      expect(normalCdf(z)).toBeCloseTo(p, 6)
    for (const [freedom, t] of [
      [4, 1.533],
      [10, 1.372],
      [30, 1.31],
      [1e9, 1.282],
    ] as const)
      expect(t90(freedom)).toBeCloseTo(t, 2)
    expect(robustZ(9, [1, 1, 2, 2, 4, 6, 9], 0)).toBeCloseTo(4.7215, 4)
  })
})

const flat = (value: number) => ({ p10: value, p50: value, p90: value, sigma: 0 })
const month = (voice: number, sms: number, gb: number): MonthRanges => ({
  voiceMinutes: flat(voice),
  sms: flat(sms),
  dataKb: flat(gb * 1_024 * 1_024),
})
const RATES = {
  data_only_5gb: { price: 2_000, voice: [0, 10], sms: [0, 5], mb: [5_120, 1] },
  basic_voice_sms: { price: 1_500, voice: [500, 5], sms: [500, 2], mb: [1_024, 1] },
  standard: { price: 3_500, voice: [1_000, 5], sms: [1_000, 2], mb: [10_240, 1] },
  unlimited: { price: 6_500, voice: [Infinity, 0], sms: [Infinity, 0], mb: [Infinity, 0] },
} as const
/** The price computed independently, unit by unit. */
const byHand = (plan: PlanType, voice: number, sms: number, mb: number) => {
  const rates = RATES[plan]
  let cents: number = rates.price
  for (const [used, [free, each]] of [
    [voice, rates.voice],
    [sms, rates.sms],
    [mb, rates.mb],
  ] as const)
    for (let unit = 1; unit <= used; unit += 1) if (unit > free) cents += each
  return cents
}

describe('repricing', () => {
  it('agrees with the price list worked through by hand', () => {
    const next = generator(99)
    for (let run = 0; run < 60; run += 1) {
      const [voice, sms, mb] = [1_500, 1_500, 16_000].map((most) => Math.floor(next() * most))
      const costs = reprice({
        voiceMinutes: flat(voice ?? 0),
        sms: flat(sms ?? 0),
        dataKb: flat((mb ?? 0) * 1_024),
      })
      for (const { plan, p10, p50, p90 } of costs) {
        const expected = byHand(plan, voice ?? 0, sms ?? 0, mb ?? 0)
        expect([p10, p50, p90], `${plan} ${voice} ${sms} ${mb}`).toEqual([expected, expected, expected])
      }
      expect(costs.map(({ p50 }) => p50)).toEqual(costs.map(({ p50 }) => p50).toSorted((a, b) => a - b))
    }
  })

  it('recommends what saves, and nothing else', () => {
    expect(betterPlan('standard', reprice(month(100, 50, 0.5)))).toMatchObject({
      better: { plan: 'basic_voice_sms', p50: 1_500 },
      saving: 2_000,
    })
    expect(betterPlan('basic_voice_sms', reprice(month(100, 50, 0.5)))).toBeNull()
    // 20 GB: 10,240 MB above the standard plan.
    expect(betterPlan('standard', reprice(month(100, 50, 20)))).toMatchObject({
      better: { plan: 'unlimited' },
      saving: 3_500 + 10_240 - 6_500,
    })
    expect(betterPlan('unlimited', reprice(month(100, 50, 20)))).toBeNull()
    expect(betterPlan('unlimited', reprice(month(900, 900, 9)))).toMatchObject({
      better: { plan: 'standard' },
    })
  })

  it('is silent about less than three dollars, and about what costs more in a month of high use', () => {
    const saving = (cents: number) =>
      reprice(month(0, 0, 0)).map((cost) =>
        cost.plan === 'standard'
          ? { plan: cost.plan, p10: 1_500 + cents, p50: 1_500 + cents, p90: 9_999 }
          : cost,
      )
    expect(betterPlan('standard', saving(300))).not.toBeNull()
    expect(betterPlan('standard', saving(299))).toBeNull()
    const risky = {
      ...month(0, 0, 0),
      dataKb: { p10: 0, p50: 1_024 * 1_024, p90: 9 * 1_024 * 1_024, sigma: 1 },
    }
    expect(betterPlan('standard', reprice(risky))?.better.plan).not.toBe('basic_voice_sms')
  })
})

describe('anomalies', () => {
  const steady = (count: number, last: number) =>
    series(count, (_d, index) => (index === count - 1 ? last : 100 + (index % 3)))

  it('are days far above the usual, judged by median and MAD', () => {
    expect(anomalyOf(steady(30, 500), 50)).toMatchObject({ value: 500, usual: 101 })
    expect(anomalyOf(steady(30, 140), 50)).toBeNull()
    expect(anomalyOf(steady(30, 10), 50)).toBeNull()
  })

  it('need two weeks to compare with, and are told for three days', () => {
    expect(anomalyOf(steady(14, 500), 50)).toBeNull()
    expect(anomalyOf(steady(15, 500), 50)).not.toBeNull()
    const old = series(30, (_d, index) => (index === 26 ? 500 : 100))
    expect(anomalyOf(old, 50)).toBeNull()
    expect(
      anomalyOf(
        series(30, (_d, index) => (index === 27 ? 500 : 100)),
        50,
      )?.value,
    ).toBe(500)
  })

  it('are not made by one earlier outlier, as a mean and a deviation would', () => {
    const days = series(30, (_d, index) => (index === 5 ? 5_000 : index === 29 ? 600 : 100))
    expect(anomalyOf(days, 50)?.value).toBe(600)
  })

  it('leave a line idle after two weeks without use', () => {
    const idle = { voiceMinutes: 0, sms: 0, dataKb: 10 }
    expect(idleDays(Array.from({ length: 13 }, () => idle))).toBeNull()
    expect(idleDays(Array.from({ length: 14 }, () => idle))).toBe(14)
    expect(idleDays([...Array.from({ length: 20 }, () => idle), { ...idle, sms: 1 }])).toBeNull()
    expect(idleDays([{ ...idle, dataKb: 9_999 }, ...Array.from({ length: 15 }, () => idle)])).toBe(15)
  })
})

const MB = 1_024
/** A line in service since 1 October, observed on 21 November at noon. */
const line = (
  plan: PlanType,
  more: Partial<ObservedLine> = {},
  mbOf: (day: string) => number = () => 200,
): ObservedLine => ({
  deviceId: '11111111-1111-4111-8111-111111111111',
  label: 'Phone',
  plan,
  config: { data_limit_alerts: true, usage_notifications: true, hotspot_enabled: true },
  service: [{ from: new Date('2026-10-01T10:00:00Z'), until: null }],
  meteredUntil: new Date('2026-11-21T12:00:00Z'),
  days: daysFrom('2026-10-01', '2026-11-21').map((day) => ({
    day,
    voiceMinutes: 10,
    sms: 5,
    dataKb: mbOf(day) * MB,
  })),
  ...more,
})

describe('insights', () => {
  it('name the device, the saving, the evidence and how sure they are', () => {
    const [insight, ...rest] = insightsOf(line('unlimited'))
    expect(rest).toEqual([])
    expect(insight).toMatchObject({
      insight_type: 'plan_optimization',
      device_label: 'Phone',
      potential_savings_cents: 3_000,
      action: {
        kind: 'change_plan',
        plan_type: 'standard',
        plan_name: 'Standard',
        monthly_cost_cents: 3_500,
      },
    })
    expect(insight?.confidence_score).toBeGreaterThanOrEqual(0.8)
    expect(insight?.confidence_score).toBeLessThanOrEqual(1)
    expect(insight?.recommendation).toMatch(/Phone from Unlimited to Standard.*\$35\.00 instead of \$65\.00/)
    expect(insight?.evidence).toContainEqual({ label: 'Days observed', value: '50' })
  })

  it('have the same id for the same evidence, and another one in another month or on another plan', () => {
    const idOf = (one: ObservedLine) => insightsOf(one)[0]?.id
    expect(idOf(line('unlimited'))).toBe(idOf(line('unlimited', { label: 'Renamed' })))
    const december = {
      meteredUntil: new Date('2026-12-21T12:00:00Z'),
      days: daysFrom('2026-10-01', '2026-12-21').map((day) => ({
        day,
        voiceMinutes: 10,
        sms: 5,
        dataKb: 200 * MB,
      })),
    }
    expect(insightsOf(line('unlimited', december))[0]?.action).toEqual(
      insightsOf(line('unlimited'))[0]?.action,
    )
    expect(idOf(line('unlimited', december))).not.toBe(idOf(line('unlimited')))
    const other = { deviceId: '22222222-2222-4222-8222-222222222222' }
    expect(idOf(line('unlimited', other))).not.toBe(idOf(line('unlimited')))
  })

  it('have nothing to say about the right plan, the first days, or what was never in service', () => {
    expect(insightsOf(line('standard'))).toEqual([])
    const since = (from: string) => line('unlimited', { service: [{ from: new Date(from), until: null }] })
    expect(insightsOf(since('2026-11-21T11:00:00Z'))).toEqual([])
    expect(daysMissing(since('2026-11-21T11:00:00Z'))).toBe(7)
    expect(daysMissing(since('2026-11-14T00:00:00Z'))).toBe(0)
    expect(daysMissing(since('2026-11-14T00:00:01Z'))).toBe(1)
    expect(daysMissing(line('unlimited', { service: [] }))).toBe(7)
    expect(insightsOf(line('unlimited', { service: [], days: [] }))).toEqual([])
  })

  it('leave out days on which the line was suspended', () => {
    const paused = line('standard', {
      service: [
        { from: new Date('2026-10-01T10:00:00Z'), until: new Date('2026-10-20T12:00:00Z') },
        { from: new Date('2026-11-20T12:00:00Z'), until: null },
      ],
      days: line('standard').days.filter(({ day }) => day < '2026-10-21'),
    })
    // A month out of service does not count as a month without usage.
    expect(insightsOf(paused).map(({ insight_type: type }) => type)).not.toContain('cost_optimization')
    expect(daysMissing(paused)).toBe(0)
  })

  // 20 days of 420 MB are used; half of today and 9 days remain: 12,390 MB in total.
  it('tell of an allowance that will not last, and turn alerts on where they are off', () => {
    const heavy = (config: Partial<ObservedLine['config']> = {}) =>
      insightsOf(line('standard', { config: { ...line('standard').config, ...config } }, () => 420)).filter(
        ({ insight_type: type }) => type === 'usage_prediction',
      )
    expect(heavy()).toMatchObject([{ action: { kind: 'note' }, potential_savings_cents: 0 }])
    expect(heavy({ data_limit_alerts: false })).toMatchObject([{ action: { kind: 'enable_alerts' } }])
    expect(heavy()[0]?.recommendation).toBe(
      'Phone is heading for 12.1 GB by November 30, beyond the 10.0 GB of its plan.',
    )
  })

  it('of an unlimited plan know no limit to run into', () => {
    const types = insightsOf(line('unlimited', {}, () => 900)).map(({ insight_type: type }) => type)
    expect(types).toEqual([])
  })

  it('go by the plan of now after a change within the month', () => {
    const use = () => 420
    expect(insightsOf(line('standard', {}, use)).length).toBeGreaterThan(0)
    expect(insightsOf(line('unlimited', {}, use))).toEqual([])
  })

  it('point to an unusual day, and offer to turn the hotspot off while it is on', () => {
    const spike = (hotspot: boolean) =>
      insightsOf(
        line('standard', { config: { ...line('standard').config, hotspot_enabled: hotspot } }, (day) =>
          day === '2026-11-20' ? 1_500 : 150,
        ),
      )
    expect(spike(true)).toMatchObject([
      { insight_type: 'usage_prediction', action: { kind: 'disable_hotspot' } },
    ])
    expect(spike(false)).toMatchObject([{ action: { kind: 'note' } }])
    expect(spike(true)[0]?.recommendation).toMatch(/1\.5 GB on November 20; 150 MB is usual/)
  })

  it('suspend an idle line instead of moving it to another plan', () => {
    const idle = insightsOf(line('standard', { days: [] }))
    expect(idle).toMatchObject([
      {
        insight_type: 'cost_optimization',
        action: { kind: 'suspend_device' },
        potential_savings_cents: PLANS.standard.monthly_cost_cents,
      },
    ])
    expect(idle[0]?.recommendation).toBe(
      'Phone has not been used for 50 days. Suspend it until you need it again.',
    )
  })
})
