import { describe, expect, test } from 'vitest'
import { DEVICE_TYPES, ProvisionRequest } from '../../../../api/contract/devices.ts'
import { problemOf } from '../../../../web/pages/devices/add/order.ts'
import {
  ADD_DEFAULTS,
  type AddValues,
  requestOf,
  withDeviceType,
} from '../../../../web/pages/devices/add/values.ts'

/** All settings that a device type can change are on. */
const allOn: AddValues = {
  ...ADD_DEFAULTS,
  device_config: { ...ADD_DEFAULTS.device_config, hotspot_enabled: true, data_roaming_enabled: true },
}

test('the form begins with the defaults of the specification', () => {
  expect(ADD_DEFAULTS).toEqual({
    device_label: 'My Device',
    device_type: 'smartphone',
    plan_type: 'standard',
    device_config: {
      roaming_enabled: false,
      data_roaming_enabled: false,
      international_calling: false,
      hotspot_enabled: true,
      preferred_network: 'auto',
      data_limit_alerts: true,
      usage_notifications: true,
      device_nickname: '',
      primary_use: 'personal',
    },
    device_info: { model: 'Generic Device', os_version: 'Unknown', manufacturer: 'Unknown' },
  })
})

describe('the type of device brings its plan and settings', () => {
  test.each([
    ['smartphone', 'standard', true, true],
    ['tablet', 'data_only_5gb', false, true],
    ['smartwatch', 'basic_voice_sms', false, false],
    ['laptop', 'standard', true, true],
    ['iot_device', 'data_only_5gb', false, true],
    ['router', 'unlimited', true, true],
    ['other', 'standard', true, true],
  ] as const)('%s: plan %s, hotspot %s, data roaming stays %s', (type, plan, hotspot, roaming) => {
    const { device_type, plan_type, device_config } = withDeviceType(allOn, type)
    expect({ device_type, plan_type }).toEqual({ device_type: type, plan_type: plan })
    expect(device_config).toEqual({
      ...allOn.device_config,
      hotspot_enabled: hotspot,
      data_roaming_enabled: roaming,
    })
  })

  test('a router switches the hotspot on where it was off', () => {
    const off = { ...allOn, device_config: { ...allOn.device_config, hotspot_enabled: false } }
    expect(withDeviceType(off, 'router').device_config.hotspot_enabled).toBe(true)
  })

  test('what only the type before switched off comes back with the next', () => {
    const tablet = withDeviceType(ADD_DEFAULTS, 'tablet')
    expect(withDeviceType(tablet, 'smartphone')).toEqual(ADD_DEFAULTS)
  })

  test('what the member switched stays switched', () => {
    const off = { ...ADD_DEFAULTS, device_config: { ...ADD_DEFAULTS.device_config, hotspot_enabled: false } }
    expect(withDeviceType(off, 'laptop').device_config.hotspot_enabled).toBe(false)
  })

  test('nothing else that was typed is lost', () => {
    const typed: AddValues = {
      ...ADD_DEFAULTS,
      device_label: 'Kitchen',
      device_info: { model: 'X', os_version: '1', manufacturer: 'Y' },
    }
    for (const type of DEVICE_TYPES) {
      expect(withDeviceType(typed, type)).toMatchObject({
        device_label: 'Kitchen',
        device_info: typed.device_info,
      })
    }
  })
})

describe('what is sent', () => {
  test('is trimmed, with the defaults where nothing was typed, and the contract takes it', () => {
    const sent = requestOf({
      ...ADD_DEFAULTS,
      device_label: '  Watch ',
      device_config: { ...ADD_DEFAULTS.device_config, device_nickname: ' w ' },
      device_info: { model: ' ', os_version: '', manufacturer: ' Acme ' },
    })
    expect(sent.device_label).toBe('Watch')
    expect(sent.device_config.device_nickname).toBe('w')
    expect(sent.device_info).toEqual({ model: 'Generic Device', os_version: 'Unknown', manufacturer: 'Acme' })
    expect(ProvisionRequest.parse(sent)).toEqual(sent)
  })

  test('is refused by name of the field before it is sent', () => {
    expect(problemOf(ADD_DEFAULTS)).toBeNull()
    expect(problemOf({ ...ADD_DEFAULTS, device_label: ' ' })?.fields).toEqual({
      device_label: 'Enter a label for the device.',
    })
    const long = { ...ADD_DEFAULTS.device_info, model: 'x'.repeat(81) }
    expect(problemOf({ ...ADD_DEFAULTS, device_info: long })?.fields).toEqual({
      'device_info.model': 'The model can have at most 80 characters.',
    })
  })
})
