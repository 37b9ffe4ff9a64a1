import { FORECAST_DAYS_MIN } from '../../contract/telecom.ts'
import { daysFrom, weekdayOf } from '../cycle.ts'
import { mean, sum, Z_80 } from './statistics.ts'

/** What was used on one whole day (UTC). */
export interface DayValue {
  readonly day: string
  readonly value: number
}

/** Usage to be expected; the real one lies between `p10` and `p90` in four of five cases. */
export interface Range {
  readonly p10: number
  readonly p50: number
  readonly p90: number
  /** Standard deviation of what is not known yet. */
  readonly sigma: number
}

/** What days are like: a level, how weekdays differ from it, and how far days stray. */
export interface Pattern {
  readonly days: number
  /** A day's use on an average weekday. */
  readonly level: number
  /** From Sunday on; their mean is about 1. */
  readonly weekdays: readonly number[]
  /** Standard deviation of a day around its expectation. */
  readonly sigma: number
}

/** Weight of the newest day in the moving average. */
const ALPHA = 0.15
/** The run rate looks back so many days. */
const RUN_RATE_DAYS = 28
/** A weekday counts as if so many average ones had been seen besides: few weeks say little about weekdays. */
const PRIOR_DAYS = 3

/**
 * What the days so far are like, oldest first and without gaps; null where there are too few. The level is halfway
 * between the run rate of the last four weeks and an exponentially weighted moving average, which follows a change
 * of habit; both of days without their weekday's share.
 */
export const patternOf = (days: readonly DayValue[]): Pattern | null => {
  if (days.length < FORECAST_DAYS_MIN) return null
  const overall = mean(days.map(({ value }) => value))
  if (overall === 0)
    return { days: days.length, level: 0, weekdays: Array.from({ length: 7 }, () => 1), sigma: 0 }
  const weekdays = Array.from({ length: 7 }, (_, weekday) => {
    const own = days.filter(({ day }) => weekdayOf(day) === weekday).map(({ value }) => value)
    return (sum(own) + PRIOR_DAYS * overall) / ((own.length + PRIOR_DAYS) * overall)
  })
  const shareOf = (day: string) => weekdays[weekdayOf(day)] ?? 1
  const plain = days.map(({ day, value }) => value / shareOf(day))
  const average = plain
    .slice(FORECAST_DAYS_MIN)
    .reduce((level, value) => level + ALPHA * (value - level), mean(plain.slice(0, FORECAST_DAYS_MIN)))
  const level = (average + mean(plain.slice(-RUN_RATE_DAYS))) / 2
  const squares = days.map(({ day, value }) => (value - level * shareOf(day)) ** 2)
  return { days: days.length, level, weekdays, sigma: Math.sqrt(sum(squares) / (days.length - 1)) }
}

/**
 * What `ahead` will use on top of `used`. Days stray independently, and the level itself is only known from so many
 * days: the variance of h days after n is sigma² (h + h²/n). Nothing that was used is taken back.
 * @param ahead the days to come; one that has begun counts by the `share` of it that is left
 */
export const forecast = (
  { level, weekdays, sigma: daySigma, days }: Pattern,
  ahead: readonly { readonly day: string; readonly share: number }[],
  used = 0,
): Range => {
  const expected = sum(ahead.map(({ day, share }) => level * (weekdays[weekdayOf(day)] ?? 1) * share))
  const h = sum(ahead.map(({ share }) => share))
  const sigma = daySigma * Math.sqrt(h + h ** 2 / days)
  return {
    p10: used + Math.max(0, expected - Z_80 * sigma),
    p50: used + expected,
    p90: used + expected + Z_80 * sigma,
    sigma,
  }
}

/** Whole days from `first` up to and without `end`. */
export const wholeDays = (first: string, end: string): readonly { day: string; share: number }[] =>
  daysFrom(first, end).map((day) => ({ day, share: 1 }))
