import * as z from 'zod/mini'
import { Id, Timestamp } from './fields.ts'
import { usedOfAllowances, Allowances, PlanType } from './devices.ts'
import { openEnum, openUnion } from './open.ts'

/**
 * Usage of all devices in total, and of each. A total allowance is the sum over the devices, or `unlimited` when one of
 * them is unlimited; then 0 % of it is used.
 */
export const CurrentUsage = z.object({
  monthly_allowances: Allowances,
  usage: z.object({
    ...usedOfAllowances,
    billing_cycle_start: z.iso.date(),
    billing_cycle_end: z.iso.date(),
  }),
  devices: z.array(
    z.object({
      device_id: Id,
      device_label: z.string(),
      monthly_allowances: Allowances,
      usage: z.object(usedOfAllowances),
      /** Charge so far for usage beyond the plan's allowances, in cents. */
      overage_cents: z.int(),
    }),
  ),
  /** Usage is recorded up to this time; null while there is none. */
  metered_until: z.nullable(Timestamp),
})
export type CurrentUsage = z.infer<typeof CurrentUsage>

const counted = { calls: z.int(), voice_minutes: z.int(), messages: z.int(), data_mb: z.number() }
/** One entry for each of the last days (UTC), oldest first, today last. */
export const DailyUsage = z.object({
  days: z.array(
    z.object({
      date: z.iso.date(),
      ...counted,
      devices: z.array(z.object({ device_id: Id, ...counted })),
    }),
  ),
  totals: z.object(counted),
  /** Every device that occurs in `days`, deleted ones too. */
  devices: z.array(z.object({ device_id: Id, device_label: z.string(), deleted: z.boolean() })),
})
export type DailyUsage = z.infer<typeof DailyUsage>

export const Connectivity = z.enum(['good', 'fair', 'poor', 'none'])
const measured = {
  network_connectivity: openEnum(Connectivity),
  /** dBm; null without a connection. */
  signal_strength: z.nullable(z.number()),
  data_speed_mbps: z.nullable(z.number()),
  last_seen: z.nullable(Timestamp),
}
export const DiagnosticCheck = z.object({
  name: z.string(),
  outcome: openEnum(z.enum(['pass', 'warning', 'fail'])),
  detail: z.string(),
})
export type DiagnosticCheck = z.infer<typeof DiagnosticCheck>
/** The figures of the first active device at the top, then each device with its checks in order. */
export const Diagnostics = z.object({
  ...measured,
  tested_at: Timestamp,
  devices: z.array(
    z.object({
      device_id: Id,
      device_label: z.string(),
      ...measured,
      checks: z.array(DiagnosticCheck),
    }),
  ),
})
export type Diagnostics = z.infer<typeof Diagnostics>

const INSIGHT_TYPES = ['cost_optimization', 'usage_prediction', 'plan_optimization'] as const

/** What Apply does. `note`: changes nothing; the member acknowledges the insight. */
export const InsightAction = openUnion(
  {},
  z.object({
    kind: z.literal('change_plan'),
    plan_type: openEnum(PlanType),
    plan_name: z.string(),
    monthly_cost_cents: z.int(),
  }),
  z.object({ kind: z.literal('suspend_device') }),
  z.object({ kind: z.literal('enable_alerts') }),
  z.object({ kind: z.literal('disable_hotspot') }),
  z.object({ kind: z.literal('note') }),
)
export type InsightAction = z.input<typeof InsightAction>

/** A recommendation from rules and forecasts over the member's own usage. */
export const Insight = z.object({
  id: Id,
  insight_type: openEnum(z.enum(INSIGHT_TYPES)),
  /** 0 to 1. */
  confidence_score: z.number().check(z.minimum(0), z.maximum(1)),
  recommendation: z.string(),
  /** Per month; 0 when nothing is saved. */
  potential_savings_cents: z.int().check(z.minimum(0)),
  device_id: Id,
  device_label: z.string(),
  action: InsightAction,
  /** Button caption for `action`: "Change to Basic", "Suspend device", "Noted". */
  action_label: z.string(),
  /** The figures behind the recommendation, formatted for display. */
  evidence: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type Insight = z.infer<typeof Insight>
/** As the server derives it. */
export type DerivedInsight = z.input<typeof Insight>

export const AnswerInsightResult = z.object({
  insight_id: Id,
  state: openEnum(z.enum(['applied', 'dismissed'])),
  /** What was done, in a sentence. */
  message: z.string(),
})

export const ActivityEntry = z.object({
  id: z.string(),
  kind: openEnum(
    z.enum([
      'device_ordered',
      'device_active',
      'device_failed',
      'device_retried',
      'device_edited',
      'device_suspended',
      'device_resumed',
      'device_ended',
      'device_deleted',
      'plan_changed',
      'usage_alert',
      'insight_applied',
      'insight_dismissed',
    ]),
  ),
  severity: openEnum(z.enum(['info', 'success', 'warning', 'error']), 'info'),
  /** A sentence. */
  message: z.string(),
  /** Null once the device is deleted. */
  device_id: z.nullable(Id),
  device_label: z.string(),
  at: Timestamp,
})
export type ActivityEntry = z.infer<typeof ActivityEntry>
