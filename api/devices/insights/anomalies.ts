import type { DayValue } from './forecast.ts'
import { median } from 'simple-statistics'
import { robustZ } from './statistics.ts'

interface Anomaly {
  readonly day: string
  readonly value: number
  /** Median of the days before. */
  readonly usual: number
  readonly z: number
}

/** Above this a value is an outlier (Iglewicz and Hoaglin 1993). */
const OUTLIER_Z = 3.5
/** Minimum number of days to compare with. */
const DAYS_MIN = 14
const DAYS_MAX = 60
/** Older anomalies are not reported. */
const RECENT_DAYS = 3
/** Lower bound of the spread, as a share of the usual value, for days of nearly equal use. */
const SPREAD_SHARE_MIN = 0.1

/**
 * The most unusual of the last three days: an outlier above the days before it, by at least `excessMin`. Null: none.
 * @param days whole days, oldest first
 * @param excessMin minimum excess over the usual value
 */
export const anomalyOf = (days: readonly DayValue[], excessMin: number): Anomaly | null => {
  const found = days.slice(-RECENT_DAYS).flatMap(({ day, value }) => {
    const before = days
      .filter((one) => one.day < day)
      .slice(-DAYS_MAX)
      .map((one) => one.value)
    if (before.length < DAYS_MIN) return []
    const usual = median(before)
    if (value - usual < excessMin) return []
    const z = robustZ(value, before, Math.max(SPREAD_SHARE_MIN * usual, excessMin / 10))
    return z > OUTLIER_Z ? [{ day, value, usual, z }] : []
  })
  return found.toSorted((one, other) => other.z - one.z)[0] ?? null
}

/** Days without use before a line counts as idle. */
const IDLE_DAYS_MIN = 14
/** Unused devices still exchange a little data with the network. */
const IDLE_KB_MAX = 1_024

/** Number of whole days, up to the last, without use; null when it is less than two weeks. */
export const idleDays = (
  days: readonly { readonly voiceMinutes: number; readonly sms: number; readonly dataKb: number }[],
): number | null => {
  let idle = 0
  let dataKb = 0
  for (const day of days.toReversed()) {
    dataKb += day.dataKb
    if (day.voiceMinutes > 0 || day.sms > 0 || dataKb > IDLE_KB_MAX) break
    idle += 1
  }
  return idle >= IDLE_DAYS_MIN ? idle : null
}
