import { hash } from 'node:crypto'
import { dayOf, HOUR_MS } from '../../../events/calendar.ts'
import type { DeviceType } from '../../contract/devices.ts'
import type { HourUsage } from '../../devices/carrier.ts'
import { weekdayOf } from '../../devices/cycle.ts'
import type { LineBehaviour } from './test-labels.ts'

/** Usage of a device on an ordinary day. */
interface Habit {
  readonly calls: number
  readonly minutesPerCall: number
  readonly sms: number
  readonly dataMb: number
}

const HABITS: Readonly<Record<DeviceType, Habit>> = {
  smartphone: { calls: 4, minutesPerCall: 4, sms: 7, dataMb: 210 },
  tablet: { calls: 0, minutesPerCall: 0, sms: 0, dataMb: 110 },
  smartwatch: { calls: 0.6, minutesPerCall: 2, sms: 2, dataMb: 9 },
  laptop: { calls: 0, minutesPerCall: 0, sms: 0, dataMb: 290 },
  iot_device: { calls: 0, minutesPerCall: 0, sms: 0.4, dataMb: 5 },
  router: { calls: 0, minutesPerCall: 0, sms: 0, dataMb: 1_500 },
  other: { calls: 1, minutesPerCall: 3, sms: 2, dataMb: 60 },
}

/** A line's factor on ordinary usage: from about an eighth, for which a smaller plan would do, to a little over one. */
const temperOf = (share: number): number => 0.12 + 1.05 * share ** 2
const HEAVY = 3

/** Share of a day's usage in each of its hours (UTC), in thousandths: highest in the evening in America. */
const HOUR_SHARES = [
  60, 62, 58, 45, 30, 16, 7, 3, 1, 1, 3, 12, 28, 42, 50, 54, 58, 62, 60, 56, 58, 66, 78, 90,
] as const
/** Factor for each weekday, Sunday first. */
const WEEKDAY_SHARES = [1.2, 0.9, 0.92, 0.94, 0.98, 1.1, 1.25] as const

/** Pseudo-random numbers from 0 to 1 (mulberry32): the same words give the same numbers. */
const chance = (...words: readonly string[]): (() => number) => {
  let state = Number.parseInt(hash('sha256', words.join('/'), 'hex').slice(0, 8), 16)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Rounds `mean` at random, up as often as its fraction says. */
const whole = (mean: number, next: () => number): number => Math.floor(mean + next())

/**
 * A sandbox line's usage on a day (UTC), by hour. Depends on the line and the day alone, so every query for it gets the
 * same result.
 */
export const usageOfDay = (
  line: {
    readonly reference: string
    readonly deviceType: DeviceType
    readonly behaviour: LineBehaviour | null
  },
  day: string,
): readonly HourUsage[] => {
  if (line.behaviour === 'idle') return []
  const habit = HABITS[line.deviceType]
  const temper = line.behaviour === 'heavy' ? HEAVY : temperOf(chance(line.reference)())
  const next = chance(line.reference, day)
  const mood = temper * (0.7 + 0.6 * next()) * (WEEKDAY_SHARES[weekdayOf(day)] ?? 1)
  const start = Date.parse(`${day}T00:00:00.000Z`)
  return HOUR_SHARES.map((thousandths, index) => {
    const share = (mood * thousandths) / 1_000
    const calls = whole(habit.calls * share, next)
    const voiceMinutes = Array.from({ length: calls }, () =>
      Math.max(1, Math.ceil(habit.minutesPerCall * 2 * next())),
    ).reduce((sum, minutes) => sum + minutes, 0)
    return {
      hour: new Date(start + index * HOUR_MS),
      calls,
      voiceMinutes,
      sms: whole(habit.sms * share, next),
      dataKb: Math.round(habit.dataMb * 1_024 * share * (0.6 + 0.8 * next())),
    }
  })
}

/** The days (UTC) that overlap a period. */
export const daysTouched = (from: Date, until: Date): readonly string[] => {
  const days: string[] = []
  for (let at = Date.parse(dayOf(from)); at < until.getTime(); at += 24 * HOUR_MS)
    days.push(dayOf(new Date(at)))
  return days
}
