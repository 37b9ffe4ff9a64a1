import * as fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { describe, expect, it } from 'vitest'
import { DEVICE_TYPES } from '../../../api/contract/devices.ts'
import { installLinks, partsOf } from '../../../api/devices/activation.ts'
import { iccidOf, luhnDigit, NUMBER_COUNT, numberAt } from '../../../api/sandbox/carrier/numbers.ts'
import { behaviourOf, TEST_LABELS } from '../../../api/sandbox/carrier/test-labels.ts'
import { daysTouched, usageOfDay } from '../../../api/sandbox/carrier/usage.ts'

describe('numbers of the sandbox', () => {
  it('end in the right check digit', () => {
    // The example of ISO/IEC 7812-1.
    expect(luhnDigit('7992739871')).toBe(3)
    expect(luhnDigit('0')).toBe(0)
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999n }), (account) => {
        const iccid = iccidOf(account)
        expect(iccid).toMatch(/^89\d{17}$/)
        // The standard's Luhn check: the sum including the check digit is a multiple of ten.
        const sum = Array.from(iccid, Number)
          .toReversed()
          .map((digit, place) => (place % 2 === 1 ? digit * 2 : digit))
          .flatMap((value) => Array.from(String(value), Number))
          .reduce((total, digit) => total + digit, 0)
        expect(sum % 10).toBe(0)
      }),
    )
  })

  it('are E.164 and for fiction only, each once', () => {
    const all = Array.from({ length: NUMBER_COUNT }, (_, index) => numberAt(index))
    expect(new Set(all).size).toBe(NUMBER_COUNT)
    for (const number of all) expect(number).toMatch(/^\+1[2-9]\d{2}55501\d{2}$/)
    expect(numberAt(NUMBER_COUNT)).toBe(numberAt(0))
    expect(parsePhoneNumberFromString(all[0] ?? '')?.isPossible()).toBe(true)
  })
})

describe('activation codes', () => {
  it.each([
    ['LPA:1$smdp.carrier.example$ABCD-1234', 'smdp.carrier.example', 'ABCD-1234', false],
    ['LPA:1$smdp.carrier.example$', 'smdp.carrier.example', '', false],
    ['LPA:1$a.example$X$1.3.6.1.4.1.31746', 'a.example', 'X', false],
    ['LPA:1$a.example$X$1.3.6.1.4.1.31746$1', 'a.example', 'X', true],
    ['LPA:1$a.example$X$$1', 'a.example', 'X', true],
  ])('%s', (code, address, id, confirmation) => {
    expect(partsOf(code)).toEqual({
      smdp_address: address,
      matching_id: id,
      confirmation_code_required: confirmation,
    })
  })

  it.each([
    '',
    'LPA:2$a.example$X',
    'LPA:1$a.example',
    'LPA:1$a b$X',
    'LPA:1$a.example$x',
    `LPA:1$a.example$${'X'.repeat(250)}`,
  ])('refuses %s', (code) => expect(partsOf(code)).toBeNull())

  it('install by links that carry them whole', () => {
    const code = 'LPA:1$smdp.carrier.example$ABCD-1234'
    const { ios, android } = installLinks(code)
    for (const [link, host] of [
      [ios, 'esimsetup.apple.com'],
      [android, 'esimsetup.android.com'],
    ] as const) {
      const url = new URL(link)
      expect([url.host, url.pathname]).toEqual([host, '/esim_qrcode_provisioning'])
      expect(url.searchParams.get('carddata')).toBe(code)
    }
  })
})

describe('usage of the sandbox', () => {
  const day = '2026-11-20'
  it('depends on line and day alone', () => {
    const line = { reference: 'a', deviceType: 'smartphone', behaviour: null } as const
    expect(usageOfDay(line, day)).toEqual(usageOfDay(line, day))
    expect(usageOfDay(line, day)).not.toEqual(usageOfDay(line, '2026-11-19'))
    expect(usageOfDay(line, day)).not.toEqual(usageOfDay({ ...line, reference: 'b' }, day))
  })

  it('is whole, never negative, and an hour each', () => {
    for (const deviceType of DEVICE_TYPES) {
      const hours = usageOfDay({ reference: `line ${deviceType}`, deviceType, behaviour: null }, day)
      expect(hours.map(({ hour }) => hour.toISOString())).toEqual(
        Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`),
      )
      for (const { calls, voiceMinutes, sms, dataKb } of hours) {
        for (const count of [calls, voiceMinutes, sms, dataKb]) {
          expect(Number.isInteger(count)).toBe(true)
          expect(count).toBeGreaterThanOrEqual(0)
        }
        expect(voiceMinutes).toBeGreaterThanOrEqual(calls)
      }
    }
  })

  it('stays within the standard plan for a phone, and goes beyond it under the label that says so', () => {
    const monthOf = (reference: string, behaviour: 'heavy' | 'idle' | null) =>
      daysTouched(new Date('2026-11-01'), new Date('2026-12-01'))
        .flatMap((date) => usageOfDay({ reference, deviceType: 'smartphone', behaviour }, date))
        .reduce((sum, { dataKb }) => sum + dataKb, 0) / 1_024
    for (let line = 0; line < 50; line += 1) {
      expect(monthOf(`line ${line}`, null)).toBeLessThan(10_240)
      expect(monthOf(`line ${line}`, 'heavy')).toBeGreaterThan(10_240)
      expect(monthOf(`line ${line}`, 'idle')).toBe(0)
    }
  })

  it('is decided by labels whatever their case', () => {
    for (const { label, behaviour } of TEST_LABELS)
      expect(behaviourOf(` ${label.toUpperCase()} `)).toBe(behaviour)
    expect(behaviourOf("Ada's phone")).toBeNull()
  })
})
