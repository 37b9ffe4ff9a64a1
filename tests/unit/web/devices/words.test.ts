import { describe, expect, test } from 'vitest'
import { DeviceStatus } from '../../../../api/contract/devices.ts'
import { LINE_LABELS, lineActionsOf, lineDone } from '../../../../web/pages/devices/line-actions.ts'
import { connectivityLook, deviceName, statusLook, TYPE_LABELS } from '../../../../web/pages/devices/words.ts'

describe('a status', () => {
  test.each([
    ['active', 'Active', 'credit'],
    ['provisioning', 'Provisioning', 'warning'],
    ['suspended', 'Suspended', 'halted'],
    ['inactive', 'Inactive', 'neutral'],
    ['failed', 'Failed', 'primary'],
    ['being_moved', 'Being moved', 'primary'],
  ])('%s reads %s in %s', (status, text, tone) => {
    expect(statusLook(status)).toEqual({ text, tone })
  })
})

describe('a device is called', () => {
  test.each([
    [{ device_label: ' Work phone ', msisdn: '+12025550100' }, 'Work phone'],
    [{ device_label: '  ', msisdn: '+12025550100' }, '+12025550100'],
    [{ device_label: '', msisdn: null }, 'Unnamed Device'],
    [{ device_label: '', msisdn: '' }, 'Unnamed Device'],
  ])('%j: %s', (device, name) => {
    expect(deviceName(device)).toBe(name)
  })
})

test('a router is shown as Router/Hotspot', () => {
  expect(TYPE_LABELS.router).toBe('Router/Hotspot')
})

test('only good connectivity is green', () => {
  expect(connectivityLook('good')).toEqual({ text: 'Good', tone: 'credit' })
  for (const other of ['fair', 'poor', 'none'] as const) expect(connectivityLook(other).tone).toBe('warning')
})

describe('what can be asked of the carrier', () => {
  test.each([
    ['active', ['suspend']],
    ['suspended', ['resume']],
    ['failed', ['retry']],
    ['provisioning', []],
    ['inactive', []],
  ] as const)('%s: %j', (status, actions) => {
    expect(lineActionsOf({ status, pending: null })).toEqual(actions)
  })

  test('nothing while it is at something', () => {
    for (const status of DeviceStatus.options)
      expect(lineActionsOf({ status, pending: 'suspended' })).toEqual([])
  })

  test('every action has a caption and says what was done', () => {
    for (const action of ['suspend', 'resume', 'retry'] as const) {
      expect(LINE_LABELS[action]).not.toBe('')
      expect(lineDone(action, 'My Phone')).toMatch(/^My Phone /)
    }
  })
})
