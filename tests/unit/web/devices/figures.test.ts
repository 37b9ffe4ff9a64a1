import { describe, expect, test } from 'vitest'
import {
  becameActive,
  deviceCounts,
  isUnderWay,
  monthlyPlan,
  statesDiffer,
} from '../../../../web/pages/devices/device-figures.ts'
import { device } from '../../../support/device.ts'

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
