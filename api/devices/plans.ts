import type { Allowance, Allowances, Plan, PlanType } from '../contract/devices.ts'

/** Usage. Data in kB: 1024 kB are one MB. */
export interface Usage {
  readonly voiceMinutes: number
  readonly sms: number
  readonly dataKb: number
}

export const NO_USAGE: Usage = { voiceMinutes: 0, sms: 0, dataKb: 0 }

const OVERAGE = { voice_minute_cents: 5, sms_cents: 2, data_mb_cents: 1 }

/** The plans: prices, and allowances per calendar month. */
export const PLANS: Readonly<Record<PlanType, Plan>> = {
  data_only_5gb: {
    name: 'Data Only 5GB',
    description: '5 GB of data for tablets and connected things. Calls and messages are charged as used.',
    monthly_cost_cents: 2_000,
    allowances: { voice_minutes: 0, sms_count: 0, data_mb: 5_120 },
    overage: { ...OVERAGE, voice_minute_cents: 10, sms_cents: 5 },
  },
  basic_voice_sms: {
    name: 'Basic Voice & SMS',
    description: 'Calls and messages with a little data, for watches and light use.',
    monthly_cost_cents: 1_500,
    allowances: { voice_minutes: 500, sms_count: 500, data_mb: 1_024 },
    overage: OVERAGE,
  },
  standard: {
    name: 'Standard',
    description: 'Calls, messages and 10 GB of data for a phone.',
    monthly_cost_cents: 3_500,
    allowances: { voice_minutes: 1_000, sms_count: 1_000, data_mb: 10_240 },
    overage: OVERAGE,
  },
  unlimited: {
    name: 'Unlimited',
    description: 'Calls, messages and data without limits.',
    monthly_cost_cents: 6_500,
    allowances: { voice_minutes: 'unlimited', sms_count: 'unlimited', data_mb: 'unlimited' },
    overage: { voice_minute_cents: 0, sms_cents: 0, data_mb_cents: 0 },
  },
}

/** `days` of a month `of` so many days. */
export interface MonthShare {
  readonly days: number
  readonly of: number
}

export const WHOLE_MONTH: MonthShare = { days: 1, of: 1 }

/** Prorates `amount`, rounded half up, in exact integers. */
const shared = (amount: number, { days, of }: MonthShare): number =>
  Math.floor((2 * amount * days + of) / (2 * of))

/** Prorates a plan to some days of a month: price and allowances; overage rates stay the same. */
export const partOf = (plan: Plan, share: MonthShare): Plan => {
  const allowance = (whole: Allowance): Allowance => (whole === 'unlimited' ? whole : shared(whole, share))
  const { voice_minutes, sms_count, data_mb } = plan.allowances
  return {
    ...plan,
    monthly_cost_cents: shared(plan.monthly_cost_cents, share),
    allowances: {
      voice_minutes: allowance(voice_minutes),
      sms_count: allowance(sms_count),
      data_mb: allowance(data_mb),
    },
  }
}

/** Chargeable data: every started MB counts. */
const startedMb = (dataKb: number): number => Math.ceil(dataKb / 1_024)

/** Usage beyond an allowance. */
const beyond = (used: number, allowance: Allowance): number =>
  allowance === 'unlimited' ? 0 : Math.max(0, used - allowance)

/** Cents of a month's overage, by kind. */
export const overageOf = (
  { allowances, overage }: Plan,
  { voiceMinutes, sms, dataKb }: Usage,
): { readonly voice: number; readonly sms: number; readonly data: number } => ({
  voice: beyond(Math.ceil(voiceMinutes), allowances.voice_minutes) * overage.voice_minute_cents,
  sms: beyond(Math.ceil(sms), allowances.sms_count) * overage.sms_cents,
  data: beyond(startedMb(dataKb), allowances.data_mb) * overage.data_mb_cents,
})

/** Cents for a month with this usage: the plan's price plus overage. */
export const costOf = (plan: Plan, usage: Usage): number => {
  const { voice, sms, data } = overageOf(plan, usage)
  return plan.monthly_cost_cents + voice + sms + data
}

const sumOf = (one: Allowance, other: Allowance): Allowance =>
  one === 'unlimited' || other === 'unlimited' ? 'unlimited' : one + other

export const NO_ALLOWANCES: Allowances = { voice_minutes: 0, sms_count: 0, data_mb: 0 }

/** Sum of allowances; unlimited where one of them is. */
export const addAllowances = (one: Allowances, other: Allowances): Allowances => ({
  voice_minutes: sumOf(one.voice_minutes, other.voice_minutes),
  sms_count: sumOf(one.sms_count, other.sms_count),
  data_mb: sumOf(one.data_mb, other.data_mb),
})

export const addUsage = (one: Usage, other: Usage): Usage => ({
  voiceMinutes: one.voiceMinutes + other.voiceMinutes,
  sms: one.sms + other.sms,
  dataKb: one.dataKb + other.dataKb,
})
