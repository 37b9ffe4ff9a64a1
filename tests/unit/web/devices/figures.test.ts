import { describe, expect, test } from 'vitest'
import {
  DEVICE_CONFIG_DEFAULTS,
  DEVICE_INFO_DEFAULTS,
  type Profile,
} from '../../../../api/contract/devices.ts'
import {
  becameActive,
  deviceCounts,
  isUnderWay,
  monthlyPlan,
  statesDiffer,
} from '../../../../web/pages/devices/device-figures.ts'

const device = (id: string, change: Partial<Profile> = {}): Profile => ({
  id,
  profile_id: `ESIM-${id}`,
  device_label: id,
  device_type: 'smartphone',
  status: 'active',
  pending: null,
  failure: null,
  iccid: null,
  msisdn: null,
  activation_code: null,
  plan_type: 'standard',
  plan_name: 'Standard',
  monthly_cost_cents: 3500,
  allowances: { voice_minutes: 1000, sms_count: 1000, data_mb: 10_240 },
  usage: { voice_minutes_used: 0, sms_count_used: 0, data_mb_used: 0 },
  device_config: DEVICE_CONFIG_DEFAULTS,
  device_info: DEVICE_INFO_DEFAULTS,
  created_at: '2026-11-20T12:00:00.000Z',
  activated_at: null,
  ...change,
})

test('counts all devices, and those with the status active', () => {
  const devices = [device('a'), device('b', { status: 'suspended' }), device('c', { status: 'failed' })]
  expect(deviceCounts(devices)).toEqual({ all: 3, active: 1 })
})

describe('the monthly plan', () => {
  test('is No Plan without a device that has one', () => {
    expect(monthlyPlan([])).toEqual({ cents: null, name: 'No Plan' })
    expect(monthlyPlan([device('a', { status: 'failed' }), device('b', { status: 'inactive' })])).toEqual({
      cents: null,
      name: 'No Plan',
    })
  })

  test('adds up what is billed and names each plan once', () => {
    const watch = { plan_name: 'Basic Voice & SMS', monthly_cost_cents: 1500 } as const
    expect(
      monthlyPlan([
        device('a'),
        device('b', { status: 'provisioning' }),
        device('c', { status: 'suspended', ...watch }),
        device('d', { status: 'inactive' }),
      ]),
    ).toEqual({ cents: 8500, name: 'Standard, Basic Voice & SMS' })
  })
})

describe('what the carrier does', () => {
  test('is followed while something is under way', () => {
    expect(isUnderWay({ status: 'provisioning', pending: null })).toBe(true)
    expect(isUnderWay({ status: 'active', pending: 'suspended' })).toBe(true)
    expect(isUnderWay({ status: 'active', pending: null })).toBe(false)
    expect(isUnderWay({ status: 'failed', pending: null })).toBe(false)
  })

  test('names devices that have become active, not those that came active', () => {
    const before = [
      device('a', { status: 'provisioning' }),
      device('b'),
      device('c', { status: 'suspended' }),
    ]
    const now = [device('a'), device('b'), device('c'), device('d')]
    expect(becameActive(before, now).map(({ id }) => id)).toEqual(['a', 'c'])
  })

  test('is noticed in any state, and nowhere else', () => {
    const before = [device('a')]
    expect(statesDiffer(before, [device('a', { device_label: 'renamed' })])).toBe(false)
    expect(statesDiffer(before, [device('a', { pending: 'suspended' })])).toBe(true)
    expect(statesDiffer(before, [device('a', { status: 'inactive' })])).toBe(true)
    expect(statesDiffer(before, [])).toBe(true)
  })
})
