import { addDays, DAY_MS, dayOf, startOfDay } from '../../../events/calendar.ts'
import { derivedId } from '../../../events/ids.ts'
import { FORECAST_DAYS_MIN, type DeviceConfig, type PlanType } from '../../contract/devices.ts'
import { type DerivedInsight, type InsightAction } from '../../contract/device-usage.ts'
import { cycleAt, daysFrom } from '../cycle.ts'
import { PLANS, type Usage } from '../plans.ts'
import { anomalyOf, idleDays } from './anomalies.ts'
import { forecast, patternOf, wholeDays, type DayValue, type Pattern, type Range } from './forecast.ts'
import { betterPlan, reprice } from './repricing.ts'
import { normalCdf } from './statistics.ts'
import { cents, dateText, dataText, minutesText, rangeText, textsText } from './words.ts'

/** A line in service, as input of the rules. */
export interface ObservedLine {
  readonly deviceId: string
  readonly label: string
  readonly plan: PlanType
  readonly config: Pick<DeviceConfig, 'data_limit_alerts' | 'usage_notifications' | 'hotspot_enabled'>
  /** Periods of service; `until` is null for the current one. */
  readonly service: readonly { readonly from: Date; readonly until: Date | null }[]
  /** Time up to which its usage is recorded. */
  readonly meteredUntil: Date
  /** Days with usage, in any order; days without may be missing. */
  readonly days: readonly (Usage & { readonly day: string })[]
}

/** Number of recent days that the rules use. */
export const HISTORY_DAYS = 90

const KINDS = [
  { key: 'voiceMinutes', allowance: 'voice_minutes', what: 'Voice', text: minutesText },
  { key: 'sms', allowance: 'sms_count', what: 'Messages', text: textsText },
  { key: 'dataKb', allowance: 'data_mb', what: 'Data', text: dataText },
] as const
type Kind = (typeof KINDS)[number]

/** Minimum excess of a day over the usual value to be reported: 100 MB. */
const DATA_EXCESS_KB_MIN = 100 * 1_024

interface Observed {
  readonly line: ObservedLine
  /** Whole days in service, oldest first. */
  readonly days: readonly (Usage & { readonly day: string })[]
  readonly now: Date
  readonly period: string
}

const observe = (line: ObservedLine): Observed => {
  const now = line.meteredUntil
  const today = dayOf(now)
  const byDay = new Map(line.days.map((one) => [one.day, one]))
  // Days on which service began or ended are not whole and not representative.
  const isWhole = (day: string) => {
    const [start, end] = [startOfDay(day), startOfDay(addDays(day, 1))]
    return line.service.some(({ from, until }) => from <= start && (until === null || until >= end))
  }
  const days = daysFrom(addDays(today, -HISTORY_DAYS), today)
    .filter(isWhole)
    .map((day) => byDay.get(day) ?? { day, voiceMinutes: 0, sms: 0, dataKb: 0 })
  return { line, days, now, period: cycleAt(now).period }
}

const valuesOf = (days: Observed['days'], { key }: Kind): readonly DayValue[] =>
  days.map((one) => ({ day: one.day, value: one[key] }))

/** Confidence from the number of observed days alone: four weeks 0.8, nine 0.9. */
const assurance = (days: number): number => days / (days + 7)

const confident = (score: number): number => Math.round(Math.min(0.99, Math.max(0, score)) * 100) / 100

const made = (
  { line }: Observed,
  rule: string,
  evidenceKey: readonly string[],
  insight: Omit<DerivedInsight, 'id' | 'device_id' | 'device_label'>,
): DerivedInsight => ({
  ...insight,
  // The same evidence gives the same id, so an answered insight is recognized.
  id: derivedId('telecom-insight', line.deviceId, rule, ...evidenceKey),
  device_id: line.deviceId,
  device_label: line.label,
})

const NOTE: InsightAction = { kind: 'note' }

/** Expected usage by the end of this month: recorded usage plus forecast. */
const monthEnd = ({ line, now }: Observed, pattern: Pattern, { key }: Kind): Range => {
  const cycle = cycleAt(now)
  const used = line.days
    .filter(({ day }) => day >= cycle.firstDay && day <= cycle.lastDay)
    .reduce((total, day) => total + day[key], 0)
  const today = dayOf(now)
  const left = 1 - (now.getTime() - startOfDay(today).getTime()) / DAY_MS
  const ahead = [{ day: today, share: left }, ...wholeDays(addDays(today, 1), dayOf(cycle.end))]
  return forecast(pattern, ahead, used)
}

/** Expected usage of the next whole month. */
const nextMonth = ({ now }: Observed, pattern: Pattern): Range => {
  const next = cycleAt(cycleAt(now).end)
  return forecast(pattern, wholeDays(next.firstDay, dayOf(next.end)))
}

/** Recommends a cheaper plan for the next month. */
const planInsight = (observed: Observed, patterns: ReadonlyMap<Kind['key'], Pattern>): DerivedInsight[] => {
  const { line, days, period } = observed
  const [voice, sms, data] = KINDS.map(({ key }) => patterns.get(key))
  if (!voice || !sms || !data) return []
  const month = {
    voiceMinutes: nextMonth(observed, voice),
    sms: nextMonth(observed, sms),
    dataKb: nextMonth(observed, data),
  }
  const found = betterPlan(line.plan, reprice(month))
  if (!found) return []
  const { current, better, saving } = found
  const plan = PLANS[better.plan]
  const cheaper = (['p10', 'p50', 'p90'] as const).filter((at) => better[at] < current[at]).length / 3
  return [
    made(observed, 'plan', [period, current.plan, better.plan], {
      insight_type: 'plan_optimization',
      confidence_score: confident(assurance(days.length) * cheaper),
      recommendation: `Change ${line.label} from ${PLANS[current.plan].name} to ${plan.name}: a month of its use would cost about ${cents(better.p50)} instead of ${cents(current.p50)}.`,
      potential_savings_cents: saving,
      action: {
        kind: 'change_plan',
        plan_type: better.plan,
        plan_name: plan.name,
        monthly_cost_cents: plan.monthly_cost_cents,
      },
      action_label: `Change to ${plan.name}`,
      evidence: [
        ...KINDS.map(({ key, what, text }) => ({
          label: `${what} in a month`,
          value: rangeText(month[key], text),
        })),
        { label: `Cost on ${PLANS[current.plan].name}`, value: rangeText(current, cents) },
        { label: `Cost on ${plan.name}`, value: rangeText(better, cents) },
        { label: 'Days observed', value: String(days.length) },
      ],
    }),
  ]
}

/** Warns of an allowance that will probably not last until the month's end. */
const limitInsights = (observed: Observed, patterns: ReadonlyMap<Kind['key'], Pattern>): DerivedInsight[] =>
  KINDS.flatMap((kind) => {
    const { line, now, period, days } = observed
    const pattern = patterns.get(kind.key)
    const allowed = PLANS[line.plan].allowances[kind.allowance]
    // A kind that is not part of the plan has no limit to reach.
    if (!pattern || allowed === 'unlimited' || allowed === 0) return []
    const limit = kind.key === 'dataKb' ? allowed * 1_024 : allowed
    const range = monthEnd(observed, pattern, kind)
    if (range.p50 < limit) return []
    const chance = range.sigma === 0 ? 1 : normalCdf((range.p50 - limit) / range.sigma)
    const isData = kind.key === 'dataKb'
    const warns = isData ? line.config.data_limit_alerts : line.config.usage_notifications
    return [
      made(observed, 'limit', [period, line.plan, kind.key], {
        insight_type: 'usage_prediction',
        confidence_score: confident(chance * Math.sqrt(assurance(days.length))),
        recommendation: `${line.label} is heading for ${kind.text(range.p50)} by ${dateText(cycleAt(now).lastDay)}, beyond the ${kind.text(limit)} of its plan.`,
        potential_savings_cents: 0,
        action: warns ? NOTE : { kind: 'enable_alerts' },
        action_label: warns ? 'Take note' : 'Turn alerts on',
        evidence: [
          { label: `${kind.what} by the month's end`, value: rangeText(range, kind.text) },
          { label: 'Allowance', value: kind.text(limit) },
          { label: 'Days observed', value: String(days.length) },
        ],
      }),
    ]
  })

/** Reports a day with far more data usage than usual. */
const unusualInsight = (observed: Observed): DerivedInsight[] => {
  const { line, days } = observed
  const found = anomalyOf(valuesOf(days, KINDS[2]), DATA_EXCESS_KB_MIN)
  if (!found) return []
  const { day, value, usual, z } = found
  const hotspot = line.config.hotspot_enabled
  return [
    made(observed, 'unusual', [day, 'data'], {
      insight_type: 'usage_prediction',
      confidence_score: confident(1 - 1 / z),
      recommendation: hotspot
        ? `${line.label} used ${dataText(value)} on ${dateText(day)}; ${dataText(usual)} is usual. If that was not you, turn its hotspot off.`
        : `${line.label} used ${dataText(value)} on ${dateText(day)}; ${dataText(usual)} is usual.`,
      potential_savings_cents: 0,
      action: hotspot ? { kind: 'disable_hotspot' } : NOTE,
      action_label: hotspot ? 'Turn hotspot off' : 'Take note',
      evidence: [
        { label: dateText(day), value: dataText(value) },
        { label: 'Usual day', value: dataText(usual) },
        { label: 'Robust standard deviations above the usual', value: z.toFixed(1) },
      ],
    }),
  ]
}

/** Reports a line that is paid for and not used. */
const idleInsight = (observed: Observed): DerivedInsight[] => {
  const { line, days, period } = observed
  const idle = idleDays(days)
  if (idle === null) return []
  const saving = PLANS[line.plan].monthly_cost_cents
  return [
    made(observed, 'idle', [period], {
      insight_type: 'cost_optimization',
      confidence_score: confident(idle / (idle + 3)),
      recommendation: `${line.label} has not been used for ${idle} days. Suspend it until you need it again.`,
      potential_savings_cents: saving,
      action: { kind: 'suspend_device' },
      action_label: 'Suspend device',
      evidence: [
        { label: 'Days without use', value: String(idle) },
        { label: 'Monthly price', value: cents(saving) },
      ],
    }),
  ]
}

/** Number of whole days missing before a line can be forecast; 0 when none are. */
export const daysMissing = (line: ObservedLine): number =>
  Math.max(0, FORECAST_DAYS_MIN - observe(line).days.length)

/** All insights of a line. An idle line gets only the insight that it is idle. */
export const insightsOf = (line: ObservedLine): readonly DerivedInsight[] => {
  const observed = observe(line)
  const idle = idleInsight(observed)
  if (idle.length > 0) return idle
  const patterns = new Map(
    KINDS.flatMap((kind) => {
      const pattern = patternOf(valuesOf(observed.days, kind))
      return pattern ? [[kind.key, pattern] as const] : []
    }),
  )
  return [
    ...planInsight(observed, patterns),
    ...limitInsights(observed, patterns),
    ...unusualInsight(observed),
  ]
}
