import { FORECAST_DAYS_MIN } from '../../contract/devices.ts'
import { daysFrom, weekdayOf } from '../cycle.ts'
import { mean, sum } from 'simple-statistics'
import { t90 } from './statistics.ts'

/** Usage on one whole day (UTC). */
export interface DayValue {
  readonly day: string
  readonly value: number
}

/** Expected usage; the actual value lies between `p10` and `p90` in four of five cases. */
export interface Range {
  readonly p10: number
  readonly p50: number
  readonly p90: number
  /** Standard deviation of the usage to come. */
  readonly sigma: number
}

/** Pattern of daily usage: level, weekday factors, and deviation. */
export interface Pattern {
  /** Usage of an average weekday. */
  readonly level: number
  /** Factors from Sunday on; their mean is about 1. */
  readonly weekdays: readonly number[]
  /** Standard deviation of a day around its expectation. */
  readonly sigma: number
  /** Degrees of freedom behind `sigma`. */
  readonly freedom: number
  /** Variance of the level as a share of a day's: 1 / n would be that of a plain mean of n days. */
  readonly leverage: number
}

/** Weight of the newest day in the moving average. */
const ALPHA = 0.15
/** Number of days in the run rate. */
const RUN_RATE_DAYS = 28
/** Number of average days added to each weekday's data: few weeks say little about weekdays. */
const PRIOR_DAYS = 3

/** Weight of each day in the level, oldest first; the sum is 1. */
const weightsOf = (count: number): readonly number[] => {
  const young = count - FORECAST_DAYS_MIN
  const rateDays = Math.min(count, RUN_RATE_DAYS)
  return Array.from({ length: count }, (_, index) => {
    const moving =
      index < FORECAST_DAYS_MIN
        ? (1 - ALPHA) ** young / FORECAST_DAYS_MIN
        : ALPHA * (1 - ALPHA) ** (count - 1 - index)
    const rate = index >= count - rateDays ? 1 / rateDays : 0
    return (moving + rate) / 2
  })
}

/**
 * Estimates the pattern from past days, oldest first; null where there are too few. The level is halfway between the
 * run rate of the last four weeks and an exponentially weighted moving average (started with the mean of the first
 * week), which follows a change of habit; both are computed after dividing each day by its weekday's factor.
 */
export const patternOf = (days: readonly DayValue[]): Pattern | null => {
  const count = days.length
  if (count < FORECAST_DAYS_MIN) return null
  const weights = weightsOf(count)
  const leverage = sum(weights.map((weight) => weight ** 2))
  // Degrees of freedom lost to the level and, as far as the days outweigh the prior, to six free weekday factors.
  const freedom = count - 1 - (6 * count) / (count + 7 * PRIOR_DAYS)
  const overall = mean(days.map(({ value }) => value))
  if (overall === 0)
    return { level: 0, weekdays: Array.from({ length: 7 }, () => 1), sigma: 0, freedom, leverage }
  const weekdays = Array.from({ length: 7 }, (_, weekday) => {
    const own = days.filter(({ day }) => weekdayOf(day) === weekday).map(({ value }) => value)
    return (sum(own) + PRIOR_DAYS * overall) / ((own.length + PRIOR_DAYS) * overall)
  })
  const shareOf = (day: string) => weekdays[weekdayOf(day)] ?? 1
  const level = sum(days.map(({ day, value }, index) => (value / shareOf(day)) * (weights[index] ?? 0)))
  const squares = sum(days.map(({ day, value }) => (value - level * shareOf(day)) ** 2))
  return { level, weekdays, sigma: Math.sqrt(squares / freedom), freedom, leverage }
}

/**
 * Expected usage of the days `ahead` plus `used`. Days deviate independently, and the level is only an estimate: the
 * variance of h days is sigma² (h + h² leverage). The result is never below `used`.
 * @param ahead the days to come; a day that has begun counts by the `share` of it that is left
 */
export const forecast = (
  { level, weekdays, sigma: daySigma, freedom, leverage }: Pattern,
  ahead: readonly { readonly day: string; readonly share: number }[],
  used = 0,
): Range => {
  const expected = sum(ahead.map(({ day, share }) => level * (weekdays[weekdayOf(day)] ?? 1) * share))
  const h = sum(ahead.map(({ share }) => share))
  const sigma = daySigma * Math.sqrt(h + h ** 2 * leverage)
  const spread = t90(freedom) * sigma
  return {
    p10: used + Math.max(0, expected - spread),
    p50: used + expected,
    p90: used + expected + spread,
    sigma,
  }
}

/** Whole days from `first` to `end` (exclusive). */
export const wholeDays = (first: string, end: string): readonly { day: string; share: number }[] =>
  daysFrom(first, end).map((day) => ({ day, share: 1 }))
