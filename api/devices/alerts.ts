import { HOUR_MS } from '../../events/calendar.ts'
import { ALERT_PERCENTS, type Allowances } from '../contract/devices.ts'
import type { Usage } from './plans.ts'

interface Alert {
  readonly what: 'voice' | 'sms' | 'data'
  readonly percent: number
  /** End of the hour in which the threshold was reached. */
  readonly at: Date
}

/** Of each kind: what was used, and what the plan allows. */
const KINDS: readonly {
  readonly kind: Alert['what']
  readonly usedOf: (usage: Usage) => number
  readonly allowedOf: (allowances: Allowances) => number | 'unlimited'
}[] = [
  {
    kind: 'voice',
    usedOf: ({ voiceMinutes }) => voiceMinutes,
    allowedOf: ({ voice_minutes: allowed }) => allowed,
  },
  { kind: 'sms', usedOf: ({ sms }) => sms, allowedOf: ({ sms_count: allowed }) => allowed },
  { kind: 'data', usedOf: ({ dataKb }) => dataKb / 1_024, allowedOf: ({ data_mb: allowed }) => allowed },
]

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
  KINDS.flatMap(({ kind: what, usedOf, allowedOf }) => {
    const allowed = allowedOf(allowances)
    const alerts: Alert[] = []
    let used = 0
    for (const usage of hours) {
      const before = percentUsed(used, allowed)
      used += usedOf(usage)
      const after = percentUsed(used, allowed)
      for (const percent of ALERT_PERCENTS)
        if (before < percent && after >= percent)
          alerts.push({ what, percent, at: new Date(usage.hour.getTime() + HOUR_MS) })
    }
    return alerts
  })

/** Whether the cycle's totals reach any threshold. */
export const isAnyReached = (allowances: Allowances, sums: Usage): boolean =>
  KINDS.some(({ usedOf, allowedOf }) => percentUsed(usedOf(sums), allowedOf(allowances)) >= ALERT_PERCENTS[0])
