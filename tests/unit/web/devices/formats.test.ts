import { dollars } from '../../../../api/contract/money.ts'
import { describe, expect, test } from 'vitest'
import {
  confidencePercent,
  confidenceTone,
  dataText,
  monthlyCost,
  percentUsed,
  signalText,
  smsText,
  speedText,
  usageTone,
  usageWord,
  voiceText,
} from '../../../../web/pages/devices/format.ts'
import { calendarDate } from '../../../../web/ui/time-format.ts'

describe('money', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [3500, '$35.00'],
    [123_456, '$1,234.56'],
  ])('%i cents read %s', (cents, text) => {
    expect(dollars(cents)).toBe(text)
  })

  test('a plan whose cost is missing costs $35.00 a month', () => {
    expect(monthlyCost(null)).toBe('$35.00')
    expect(monthlyCost(undefined)).toBe('$35.00')
    expect(monthlyCost(1500)).toBe('$15.00')
    expect(monthlyCost(0)).toBe('$0.00')
  })
})

describe('allowances', () => {
  test.each([
    [0, '0 MB'],
    [512.3, '512.3 MB'],
    [1023, '1,023 MB'],
    [1024, '1.0 GB'],
    [5120, '5.0 GB'],
    [1587, '1.5 GB'],
    ['unlimited', 'Unlimited'],
  ] as const)('%s MB of data read %s', (mb, text) => {
    expect(dataText(mb)).toBe(text)
  })

  test('minutes and messages carry their unit, and unlimited is a word', () => {
    expect(voiceText(1000)).toBe('1,000 min')
    expect(voiceText('unlimited')).toBe('Unlimited')
    expect(smsText(500)).toBe('500 SMS')
    expect(smsText('unlimited')).toBe('Unlimited')
  })
})

describe('usage', () => {
  test.each([
    [0, 1000, 0],
    [699.9, 1000, 69],
    [700, 1000, 70],
    [63, 90, 70],
    [899.9, 1000, 89],
    [900, 1000, 90],
    [1200, 1000, 120],
    // Cases in which floating point arithmetic is inexact.
    [29, 100, 29],
    [56.3, 100, 56],
    [0.7, 1, 70],
    [500, 'unlimited', 0],
    [0, 0, 0],
    [1, 0, 100],
  ] as const)('%d of %s is %i %%', (used, allowance, percent) => {
    expect(percentUsed(used, allowance)).toBe(percent)
  })

  test.each([
    [0, 'credit', 'Plenty left'],
    [69, 'credit', 'Plenty left'],
    [70, 'warning', 'Running low'],
    [89, 'warning', 'Running low'],
    [90, 'debit', 'Almost used up'],
    [140, 'debit', 'Almost used up'],
  ] as const)('%i %% is %s, and says "%s"', (percent, tone, word) => {
    expect(usageTone(percent)).toBe(tone)
    expect(usageWord(percent)).toBe(word)
  })
})

describe('confidence', () => {
  test.each([
    [1, 100, 'credit'],
    [0.8, 80, 'credit'],
    [0.799, 79, 'warning'],
    [0.29, 29, 'warning'],
    [0, 0, 'warning'],
  ] as const)('%d is %i %% in %s', (score, percent, tone) => {
    expect(confidencePercent(score)).toBe(percent)
    expect(confidenceTone(score)).toBe(tone)
  })
})

test('signal and speed carry their unit, and their absence is said', () => {
  expect(signalText(-71)).toBe('-71 dBm')
  expect(signalText(null)).toBe('No signal')
  expect(speedText(84.25)).toBe('84.3 Mbps')
  expect(speedText(null)).toBe('No data')
})

test('a day of the server is the same day wherever the member is', () => {
  expect(calendarDate('2026-11-30')).toBe('Nov 30, 2026')
})
