import type { Plan, PlanType } from '../../contract/devices.ts'
import { costOf, PLANS, type Usage } from '../plans.ts'
import type { Range } from './forecast.ts'

/** Expected usage of a month, by kind. */
export interface MonthRanges {
  readonly voiceMinutes: Range
  readonly sms: Range
  readonly dataKb: Range
}

/** Cents for a month of low, expected and high usage. */
interface PlanCost {
  readonly plan: PlanType
  readonly p10: number
  readonly p50: number
  readonly p90: number
}

/** A recommendation saves at least this much a month, in cents. */
const SAVING_CENTS_MIN = 300

const at = ({ voiceMinutes, sms, dataKb }: MonthRanges, quantile: 'p10' | 'p50' | 'p90'): Usage => ({
  voiceMinutes: voiceMinutes[quantile],
  sms: sms[quantile],
  dataKb: dataKb[quantile],
})

const costsOn = (type: PlanType, plan: Plan, month: MonthRanges): PlanCost => ({
  plan: type,
  p10: costOf(plan, at(month, 'p10')),
  p50: costOf(plan, at(month, 'p50')),
  p90: costOf(plan, at(month, 'p90')),
})

/** Costs of a month on every plan of the catalogue, including overage; the cheapest expected cost first. */
export const reprice = (
  month: MonthRanges,
  plans: Readonly<Record<PlanType, Plan>> = PLANS,
): readonly PlanCost[] =>
  (['data_only_5gb', 'basic_voice_sms', 'standard', 'unlimited'] as const)
    .map((type) => costsOn(type, plans[type], month))
    .toSorted((one, other) => one.p50 - other.p50 || one.p90 - other.p90)

interface BetterPlan {
  readonly current: PlanCost
  readonly better: PlanCost
  /** Cents a month at the expected usage. */
  readonly saving: number
}

/**
 * The cheapest plan that saves enough at the expected usage and costs no more in a month of high usage. Null: keep the
 * current plan.
 */
export const betterPlan = (current: PlanType, costs: readonly PlanCost[]): BetterPlan | null => {
  const now = costs.find(({ plan }) => plan === current)
  if (!now) return null
  const better = costs.find(
    ({ plan, p50, p90 }) => plan !== current && now.p50 - p50 >= SAVING_CENTS_MIN && p90 <= now.p90,
  )
  return better ? { current: now, better, saving: now.p50 - better.p50 } : null
}
