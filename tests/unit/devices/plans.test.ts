import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../events/calendar.ts'
import { DEFAULT_MONTHLY_COST_CENTS, PLAN_TYPES } from '../../../api/contract/devices.ts'
import { alertsOf, isAnyReached, percentUsed } from '../../../api/devices/alerts.ts'
import { linesOf } from '../../../api/devices/closing.ts'
import { cycleAt, cycleOf, daysFrom, hourCeil, hourFloor } from '../../../api/devices/cycle.ts'
import { addAllowances, costOf, overageOf, PLANS, type Usage } from '../../../api/devices/plans.ts'

const usage = (voiceMinutes: number, sms: number, dataKb: number): Usage => ({ voiceMinutes, sms, dataKb })
const GB_KB = 1_024 * 1_024

describe('the catalogue', () => {
  it('has the four plans of the specification, the standard one at $35.00', () => {
    expect(Object.keys(PLANS)).toEqual([...PLAN_TYPES])
    expect(PLANS.standard.monthly_cost_cents).toBe(DEFAULT_MONTHLY_COST_CENTS)
    expect(PLANS.data_only_5gb.allowances).toEqual({ voice_minutes: 0, sms_count: 0, data_mb: 5 * 1_024 })
    expect(new Set(Object.values(PLANS.unlimited.allowances))).toEqual(new Set(['unlimited']))
  })

  it('charges what goes beyond the allowances, every started MB', () => {
    expect(costOf(PLANS.standard, usage(1_000, 1_000, 10 * GB_KB))).toBe(3_500)
    expect(overageOf(PLANS.standard, usage(1_001, 1_002, 10 * GB_KB + 1))).toEqual({
      voice: 5,
      sms: 4,
      data: 1,
    })
    expect(costOf(PLANS.unlimited, usage(1e6, 1e6, 1e9))).toBe(6_500)
    expect(overageOf(PLANS.data_only_5gb, usage(2, 3, 0))).toEqual({ voice: 20, sms: 15, data: 0 })
  })

  it('never charges less for more', () => {
    const amount = fc.nat(20_000_000)
    fc.assert(
      fc.property(
        fc.constantFrom(...PLAN_TYPES),
        amount,
        amount,
        amount,
        amount,
        (type, voice, sms, data, more) => {
          const less = costOf(PLANS[type], usage(voice, sms, data))
          expect(costOf(PLANS[type], usage(voice + more, sms, data))).toBeGreaterThanOrEqual(less)
          expect(costOf(PLANS[type], usage(voice, sms + more, data))).toBeGreaterThanOrEqual(less)
          expect(costOf(PLANS[type], usage(voice, sms, data + more))).toBeGreaterThanOrEqual(less)
        },
      ),
    )
  })

  it('adds allowances; with something unlimited the sum is', () => {
    const { standard, data_only_5gb: data, unlimited } = PLANS
    expect(addAllowances(standard.allowances, data.allowances)).toEqual({
      voice_minutes: 1_000,
      sms_count: 1_000,
      data_mb: 15_360,
    })
    expect(addAllowances(standard.allowances, unlimited.allowances)).toEqual(unlimited.allowances)
  })

  it('bills a part of a month by its days: the price and the allowances', () => {
    const half = { days: 15, of: 30 }
    expect(linesOf('d', 'standard', usage(600, 0, 0), half)).toEqual([
      { item: 'plan:standard', reference: 'd', cents: 1_750n },
      { item: 'overage:voice', reference: 'd', cents: 500n },
    ])
    expect(linesOf('d', 'unlimited', usage(1e6, 0, 0), { days: 1, of: 31 })).toEqual([
      { item: 'plan:unlimited', reference: 'd', cents: 210n },
    ])
  })

  it('costs nobody less to delete a device and order another than to keep one', () => {
    const amount = fc.nat(2_000_000)
    fc.assert(
      fc.property(
        fc.constantFrom(...PLAN_TYPES),
        fc.integer({ min: 1, max: 30 }),
        fc.tuple(amount, amount, amount),
        fc.tuple(amount, amount, amount),
        (type, days, one, other) => {
          const total = (lines: readonly { readonly cents: bigint }[]) =>
            lines.reduce((sum, { cents }) => sum + cents, 0n)
          const [kept, first, second] = [
            linesOf('d', type, usage(one[0] + other[0], one[1] + other[1], one[2] + other[2])),
            linesOf('d', type, usage(...one), { days, of: 31 }),
            linesOf('d', type, usage(...other), { days: 31 - days, of: 31 }),
          ].map(total)
          // 60 cents of tolerance: each part is rounded to the cent, and allowances to the started unit.
          expect((first ?? 0n) + (second ?? 0n) + 60n).toBeGreaterThanOrEqual(kept ?? 0n)
        },
      ),
    )
  })

  it('bills the price and each kind of overage in lines of their own', () => {
    expect(linesOf('d', 'standard', usage(0, 0, 0))).toEqual([
      { item: 'plan:standard', reference: 'd', cents: 3_500n },
    ])
    expect(linesOf('d', 'basic_voice_sms', usage(501, 502, 2 * GB_KB))).toEqual([
      { item: 'plan:basic_voice_sms', reference: 'd', cents: 1_500n },
      { item: 'overage:voice', reference: 'd', cents: 5n },
      { item: 'overage:sms', reference: 'd', cents: 4n },
      { item: 'overage:data', reference: 'd', cents: 1_024n },
    ])
  })
})

describe('billing cycles', () => {
  it('are calendar months in UTC', () => {
    const cycle = cycleAt(new Date('2028-02-29T23:59:59.999Z'))
    expect(cycle).toMatchObject({
      period: '2028-02',
      firstDay: '2028-02-01',
      lastDay: '2028-02-29',
      days: 29,
    })
    expect(cycle.end).toEqual(new Date('2028-03-01T00:00:00Z'))
    expect(cycleAt(cycle.end).period).toBe('2028-03')
    expect(cycleOf('2026-12').end).toEqual(new Date('2027-01-01T00:00:00Z'))
  })

  it('counts days over months and years, and whole hours', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(daysFrom('2026-11-29', '2026-12-02')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01'])
    expect(daysFrom('2026-12-02', '2026-12-02')).toEqual([])
    const at = new Date('2026-11-21T10:00:00.001Z')
    expect([hourFloor(at), hourCeil(at)].map((hour) => hour.toISOString().slice(11, 13))).toEqual([
      '10',
      '11',
    ])
    expect(hourCeil(hourFloor(at))).toEqual(hourFloor(at))
  })
})

describe('alerts', () => {
  const hours = (...used: readonly Usage[]) =>
    used.map((one, index) => ({ ...one, hour: new Date(Date.UTC(2026, 10, 1, index)) }))
  const allowances = { voice_minutes: 100, sms_count: 'unlimited', data_mb: 1_000 } as const

  it('come at 80 % and 95 %, at the end of the hour in which they are reached', () => {
    const mb = 1_024
    const found = alertsOf(allowances, hours(usage(79, 1e9, 0), usage(1, 0, 949 * mb), usage(14, 0, mb)))
    expect(found).toEqual([
      { what: 'voice', percent: 80, at: new Date('2026-11-01T02:00:00Z') },
      { what: 'data', percent: 80, at: new Date('2026-11-01T02:00:00Z') },
      { what: 'data', percent: 95, at: new Date('2026-11-01T03:00:00Z') },
    ])
  })

  it('come both at once when one hour passes both, and never twice', () => {
    const found = alertsOf(allowances, hours(usage(96, 0, 0), usage(96, 0, 0)))
    expect(found.map(({ percent }) => percent)).toEqual([80, 95])
  })

  it('do not come for what is unlimited, nor for what the plan does not include', () => {
    expect(alertsOf(PLANS.unlimited.allowances, hours(usage(1e6, 1e6, 1e9)))).toEqual([])
    expect(alertsOf(PLANS.data_only_5gb.allowances, hours(usage(500, 500, 0)))).toEqual([])
    expect([percentUsed(5, 'unlimited'), percentUsed(5, 0)]).toEqual([0, 0])
    expect(isAnyReached(PLANS.data_only_5gb.allowances, usage(500, 500, 0))).toBe(false)
  })

  it('are looked for exactly where the sums tell of one', () => {
    fc.assert(
      fc.property(fc.nat(130), fc.nat(1_300_000), (voice, data) => {
        const sums = usage(voice, 5, data)
        expect(isAnyReached(allowances, sums)).toBe(alertsOf(allowances, hours(sums)).length > 0)
      }),
    )
  })
})
