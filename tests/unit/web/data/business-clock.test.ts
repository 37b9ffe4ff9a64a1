import { expect, it } from 'vitest'
import { businessNow, noteClockShift, onClockShift } from '../../../../web/data/business-clock.ts'

const DAY_MS = 86_400_000
/** Seconds that the business clock is ahead, rounded; zero also where a millisecond passed in between. */
const ahead_s = (): number => Math.round((businessNow() - Date.now()) / 1_000) + 0

it('follows what the server says with every answer, and tells who listens when it changes', () => {
  let heard = 0
  const stop = onClockShift(() => {
    heard += 1
  })
  noteClockShift(String(30 * DAY_MS))
  noteClockShift(String(30 * DAY_MS))
  expect([ahead_s(), heard]).toEqual([30 * 86_400, 1])
  noteClockShift('0')
  expect([ahead_s(), heard]).toEqual([0, 2])
  stop()
  noteClockShift(String(DAY_MS))
  expect(heard).toBe(2)
})

it('is the real clock where the server says nothing, or nonsense', () => {
  for (const header of [null, '', '-5', '1e9', 'soon']) {
    noteClockShift(String(DAY_MS))
    noteClockShift(header)
    expect(ahead_s()).toBe(0)
  }
})
