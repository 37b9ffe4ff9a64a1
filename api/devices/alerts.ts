import { HOUR_MS } from '../../events/calendar.ts'
import { ALERT_PERCENTS, type Allowances } from '../contract/devices.ts'
import type { Usage } from './plans.ts'

interface Alert {
  readonly what: 'voice' | 'sms' | 'data'
  readonly percent: number
  /** End of the hour in which the threshold was reached. */
  readonly at: Date
}

const KINDS = ['voice', 'sms', 'data'] as const

const usedOf = (what: Alert['what'], { voiceMinutes, sms, dataKb }: Usage): number => {
  switch (what) {
    case 'voice':
      return voiceMinutes
    case 'sms':
      return sms
    case 'data':
      return dataKb / 1_024
    default:
      return what satisfies never
  }
}

const allowedOf = (what: Alert['what'], allowances: Allowances): number | 'unlimited' => {
  switch (what) {
    case 'voice':
      return allowances.voice_minutes
    case 'sms':
      return allowances.sms_count
    case 'data':
      return allowances.data_mb
    default:
      return what satisfies never
  }
}

/** Used share of an allowance, in percent; 0 when it is unlimited or zero. */
export const percentUsed = (used: number, allowed: number | 'unlimited'): number =>
  allowed === 'unlimited' || allowed === 0 ? 0 : (used / allowed) * 100

/**
 * The alerts of one billing cycle: when 80 % and 95 % of each allowance were reached. `hours` are the cycle's, oldest
 * first. Unlimited allowances, and those not part of the plan, give no alerts.
 */
export const alertsOf = (
  allowances: Allowances,
  hours: readonly (Usage & { readonly hour: Date })[],
): readonly Alert[] =>
  KINDS.flatMap((what) => {
    const allowed = allowedOf(what, allowances)
    const alerts: Alert[] = []
    let used = 0
    for (const usage of hours) {
      const before = percentUsed(used, allowed)
      used += usedOf(what, usage)
      const after = percentUsed(used, allowed)
      for (const percent of ALERT_PERCENTS)
        if (before < percent && after >= percent)
          alerts.push({ what, percent, at: new Date(usage.hour.getTime() + HOUR_MS) })
    }
    return alerts
  })

/** Whether the cycle's totals reach any threshold. */
export const isAnyReached = (allowances: Allowances, sums: Usage): boolean =>
  KINDS.some((what) => percentUsed(usedOf(what, sums), allowedOf(what, allowances)) >= ALERT_PERCENTS[0])
