import * as z from 'zod/mini'
import { Cursor, Id, keyText, ListLimit, Timestamp, writtenLine } from './fields.ts'
import { operation } from './operation.ts'

export const DEVICE_TYPES = [
  'smartphone',
  'tablet',
  'smartwatch',
  'laptop',
  'iot_device',
  'router',
  'other',
] as const
export const PLAN_TYPES = ['data_only_5gb', 'basic_voice_sms', 'standard', 'unlimited'] as const
export const PRIMARY_USES = ['personal', 'business', 'travel', 'iot', 'emergency'] as const
export const PREFERRED_NETWORKS = ['auto', 'verizon', 'att', 'tmobile'] as const

export const DEVICE_LABEL_MAX = 60
export const DEVICE_LABEL_MISSING = 'Enter a label for the device.'
/** How many devices a member can have at a time; failed ones count until they are deleted. */
export const DEVICES_MAX = 10
/** Shown where a plan's cost is not known (specification 1, section 9). */
export const DEFAULT_MONTHLY_COST_CENTS = 3_500
/** Percent of an allowance at which the member is warned, once per billing cycle. */
export const ALERT_PERCENTS = [80, 95] as const
/** Below so many days of usage there is no forecast: "not enough data". */
export const FORECAST_DAYS_MIN = 7
export const DAILY_USAGE_DAYS_MAX = 90

export const DeviceType = z.enum(DEVICE_TYPES, `The device type is one of: ${DEVICE_TYPES.join(', ')}.`)
export type DeviceType = z.infer<typeof DeviceType>
export const PlanType = z.enum(PLAN_TYPES, `The plan is one of: ${PLAN_TYPES.join(', ')}.`)
export type PlanType = z.infer<typeof PlanType>

/** `inactive`: the carrier ended the line. `failed`: see the device's `failure`; it can be retried or deleted. */
export const DeviceStatus = z.enum(['provisioning', 'active', 'suspended', 'inactive', 'failed'])
export type DeviceStatus = z.infer<typeof DeviceStatus>

export const Allowance = z.union([z.int(), z.literal('unlimited')])
export type Allowance = z.infer<typeof Allowance>
/** Per billing cycle. 1024 MB are a GB. */
export const Allowances = z.object({ voice_minutes: Allowance, sms_count: Allowance, data_mb: Allowance })
export type Allowances = z.infer<typeof Allowances>

export const Plan = z.object({
  name: z.string(),
  description: z.string(),
  monthly_cost_cents: z.int(),
  allowances: Allowances,
  /** Cents for what goes beyond the allowances: per minute, per message, per started MB. */
  overage: z.object({ voice_minute_cents: z.int(), sms_cents: z.int(), data_mb_cents: z.int() }),
})
export type Plan = z.infer<typeof Plan>

const DeviceLabel = writtenLine('The label', DEVICE_LABEL_MAX).check(z.minLength(1, DEVICE_LABEL_MISSING))

const configFields = {
  roaming_enabled: z.boolean(),
  data_roaming_enabled: z.boolean(),
  international_calling: z.boolean(),
  hotspot_enabled: z.boolean(),
  preferred_network: z.enum(PREFERRED_NETWORKS, `The network is one of: ${PREFERRED_NETWORKS.join(', ')}.`),
  /** Warn at 80 % and 95 % of the data allowance. */
  data_limit_alerts: z.boolean(),
  /** Warn at 80 % and 95 % of the minutes and messages. */
  usage_notifications: z.boolean(),
  device_nickname: writtenLine('The nickname', DEVICE_LABEL_MAX),
  primary_use: z.enum(PRIMARY_USES, `The use is one of: ${PRIMARY_USES.join(', ')}.`),
}
export const DeviceConfig = z.strictObject(configFields)
export type DeviceConfig = z.infer<typeof DeviceConfig>

export const DEVICE_CONFIG_DEFAULTS: DeviceConfig = {
  roaming_enabled: false,
  data_roaming_enabled: false,
  international_calling: false,
  hotspot_enabled: true,
  preferred_network: 'auto',
  data_limit_alerts: true,
  usage_notifications: true,
  device_nickname: '',
  primary_use: 'personal',
}

const infoFields = {
  model: writtenLine('The model', 80),
  os_version: writtenLine('The version', 80),
  manufacturer: writtenLine('The manufacturer', 80),
}
export const DeviceInfo = z.strictObject(infoFields)
export type DeviceInfo = z.infer<typeof DeviceInfo>
export const DEVICE_INFO_DEFAULTS: DeviceInfo = {
  model: 'Generic Device',
  os_version: 'Unknown',
  manufacturer: 'Unknown',
}

/** Every field may be left out: the defaults of the specification stand in. */
export const ProvisionRequest = z.strictObject({
  device_label: z._default(DeviceLabel, 'My Device'),
  device_type: z._default(DeviceType, 'smartphone'),
  plan_type: z._default(PlanType, 'standard'),
  device_config: z._default(z.partial(DeviceConfig), {}),
  device_info: z._default(z.partial(DeviceInfo), {}),
})

/**
 * An edit (`device_label`, `device_type`, `device_config`) or a plan change (`plan_type`, with the name and
 * price that the member saw: refused when they are not what the plan costs now).
 */
export const UpdateProfileRequest = z
  .strictObject({
    device_label: z.optional(DeviceLabel),
    device_type: z.optional(DeviceType),
    device_config: z.optional(z.partial(DeviceConfig)),
    plan_type: z.optional(PlanType),
    plan_name: z.optional(keyText(80, 'This is not the name of a plan.')),
    monthly_cost_cents: z.optional(z.int('The price is a whole number of cents.')),
  })
  .check(
    z.refine(
      (body) =>
        body.plan_type !== undefined ||
        (body.plan_name === undefined && body.monthly_cost_cents === undefined),
      { path: ['plan_type'], error: 'Choose a plan.' },
    ),
    z.refine((body) => Object.values(body).some((value) => value !== undefined), {
      path: ['device_label'],
      error: 'Change at least one of the label, the type, the settings or the plan.',
    }),
  )

/** Used since the billing cycle began. */
const used = {
  voice_minutes_used: z.int(),
  sms_count_used: z.int(),
  /** To a tenth of a MB. */
  data_mb_used: z.number(),
}

/** One eSIM of the member. */
export const Profile = z.object({
  id: Id,
  /** Shown to people and the carrier's support. */
  profile_id: z.string(),
  device_label: z.string(),
  device_type: DeviceType,
  status: DeviceStatus,
  /** The carrier is at it: the status will become what is named here. Poll while it is not null. */
  pending: z.nullable(z.enum(['active', 'suspended'])),
  /** Why provisioning failed, and what to do; null unless `status` is failed. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  iccid: z.nullable(z.string()),
  /** Phone number in E.164. */
  msisdn: z.nullable(z.string()),
  /**
   * A placeholder without the secret, null while there is no code. The code itself is only in
   * `GET /api/mvno/esim/profiles/{id}/activation`; never keep that answer.
   */
  activation_code: z.nullable(z.string()),
  plan_type: PlanType,
  plan_name: z.string(),
  monthly_cost_cents: z.int(),
  allowances: Allowances,
  usage: z.object(used),
  device_config: DeviceConfig,
  device_info: DeviceInfo,
  created_at: Timestamp,
  activated_at: z.nullable(Timestamp),
})
export type Profile = z.infer<typeof Profile>

const ProfileAnswer = z.object({ profile: Profile })

/** How to install an eSIM: a bearer secret, for its owner's eyes only. Never keep or log it. */
export const Activation = z.object({
  /** `LPA:1$…` (GSMA SGP.22, 4.1): what the QR code holds. */
  activation_code: z.string(),
  /** For typing in by hand. */
  smdp_address: z.string(),
  matching_id: z.string(),
  confirmation_code_required: z.boolean(),
  /** Open the installation on the device itself: iOS 17.4 and later; Android 10 and later (where supported). */
  install_links: z.object({ ios: z.url(), android: z.url() }),
})
export type Activation = z.infer<typeof Activation>

export const Subscriber = z.object({
  subscriber_id: Id,
  status: z.enum(['active', 'inactive']),
  /** True: no real network is behind the devices; say so where they are shown. */
  sandbox: z.boolean(),
  device_count: z.int(),
  device_limit: z.int(),
  /** Sum of the plans of all devices that are provisioning, active or suspended. */
  monthly_cost_cents: z.int(),
  /** First and last day (UTC) of the running cycle. */
  billing_cycle_start: z.iso.date(),
  billing_cycle_end: z.iso.date(),
  /** Sandbox only: labels that decide what becomes of a new device, as test cards do. */
  test_labels: z.array(z.object({ label: z.string(), outcome: z.string() })),
})
export type Subscriber = z.infer<typeof Subscriber>

/**
 * All devices together, and each. An allowance is the sum over the devices; `unlimited` when one of them is
 * unlimited, and 0 % is used then.
 */
export const CurrentUsage = z.object({
  monthly_allowances: Allowances,
  usage: z.object({ ...used, billing_cycle_start: z.iso.date(), billing_cycle_end: z.iso.date() }),
  devices: z.array(
    z.object({
      device_id: Id,
      device_label: z.string(),
      monthly_allowances: Allowances,
      usage: z.object(used),
      /** Cents for what went beyond the plan's allowances so far. */
      overage_cents: z.int(),
    }),
  ),
  /** Up to when usage is recorded; null while there is none. */
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
  /** Every device that `days` names; deleted ones too. */
  devices: z.array(z.object({ device_id: Id, device_label: z.string(), deleted: z.boolean() })),
})
export type DailyUsage = z.infer<typeof DailyUsage>

export const Connectivity = z.enum(['good', 'fair', 'poor', 'none'])
const measured = {
  network_connectivity: Connectivity,
  /** dBm; null without a connection. */
  signal_strength: z.nullable(z.number()),
  data_speed_mbps: z.nullable(z.number()),
  last_seen: z.nullable(Timestamp),
}
export const DiagnosticCheck = z.object({
  name: z.string(),
  outcome: z.enum(['pass', 'warning', 'fail']),
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

export const INSIGHT_TYPES = ['cost_optimization', 'usage_prediction', 'plan_optimization'] as const

/** What Apply does. `note`: nothing is changed, the member has taken note. */
export const InsightAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change_plan'),
    plan_type: PlanType,
    plan_name: z.string(),
    monthly_cost_cents: z.int(),
  }),
  z.object({ kind: z.literal('suspend_device') }),
  z.object({ kind: z.literal('enable_alerts') }),
  z.object({ kind: z.literal('disable_hotspot') }),
  z.object({ kind: z.literal('note') }),
])
export type InsightAction = z.infer<typeof InsightAction>

/** Comes from rules and forecasts over the member's own usage. */
export const Insight = z.object({
  id: Id,
  insight_type: z.enum(INSIGHT_TYPES),
  /** 0 to 1. */
  confidence_score: z.number().check(z.minimum(0), z.maximum(1)),
  recommendation: z.string(),
  /** Per month; 0 when nothing is saved. */
  potential_savings_cents: z.int().check(z.minimum(0)),
  device_id: Id,
  device_label: z.string(),
  action: InsightAction,
  /** What Apply does, as the caption of a button: "Change to Basic", "Suspend device", "Noted". */
  action_label: z.string(),
  /** The numbers that it rests on, ready to be shown. */
  evidence: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type Insight = z.infer<typeof Insight>

export const AnswerInsightResult = z.object({
  insight_id: Id,
  state: z.enum(['applied', 'dismissed']),
  /** What was done, in a sentence. */
  message: z.string(),
})

export const ActivityEntry = z.object({
  id: z.string(),
  kind: z.enum([
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
  severity: z.enum(['info', 'success', 'warning', 'error']),
  /** A sentence. */
  message: z.string(),
  /** Null once the device is deleted. */
  device_id: z.nullable(Id),
  device_label: z.string(),
  at: Timestamp,
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const DayCount = z._default(
  z.pipe(
    z.string().check(
      z.regex(/^\d{1,3}$/, `days is a number from 1 to ${DAILY_USAGE_DAYS_MAX}.`),
      z.refine(
        (digits) => Number(digits) >= 1 && Number(digits) <= DAILY_USAGE_DAYS_MAX,
        `days is a number from 1 to ${DAILY_USAGE_DAYS_MAX}.`,
      ),
    ),
    z.transform(Number),
  ),
  30,
)

const byId = z.strictObject({ id: Id })

export const telecomOperations = {
  getSubscriber: operation({
    id: 'getSubscriber',
    method: 'GET',
    path: '/api/mvno/subscriber',
    summary: "The member's subscription to the telecom service",
    access: 'member',
    response: z.object({ subscriber: Subscriber }),
  }),
  getPlans: operation({
    id: 'getPlans',
    method: 'GET',
    path: '/api/mvno/plans',
    summary: 'The plan catalogue, keyed by plan type',
    access: 'member',
    response: z.object({ plans: z.record(PlanType, Plan) }),
  }),
  getCurrentUsage: operation({
    id: 'getCurrentUsage',
    method: 'GET',
    path: '/api/mvno/usage/current',
    summary: 'Allowances and usage of the running billing cycle, in total and per device',
    access: 'member',
    response: CurrentUsage,
  }),
  getDailyUsage: operation({
    id: 'getDailyUsage',
    method: 'GET',
    path: '/api/mvno/usage/daily',
    summary: 'Calls, messages and data of the last days, in total and per device',
    access: 'member',
    query: z.strictObject({ days: DayCount }),
    response: DailyUsage,
  }),
  listProfiles: operation({
    id: 'listProfiles',
    method: 'GET',
    path: '/api/mvno/esim/profiles',
    summary: "The member's eSIM devices, oldest first; at most ten",
    access: 'member',
    response: z.object({ profiles: z.array(Profile) }),
  }),
  provisionProfile: operation({
    id: 'provisionProfile',
    method: 'POST',
    path: '/api/mvno/esim/provision',
    summary: 'Orders an eSIM for a device; it is active 2 to 5 minutes later, or failed',
    access: 'member',
    movesValue: true,
    body: ProvisionRequest,
    response: ProfileAnswer,
    status: 201,
  }),
  updateEsimProfile: operation({
    id: 'updateEsimProfile',
    method: 'PUT',
    path: '/api/mvno/esim/profiles/{id}',
    summary: 'Edits a device, or changes its plan at once',
    access: 'member',
    params: byId,
    body: UpdateProfileRequest,
    response: ProfileAnswer,
  }),
  deleteProfile: operation({
    id: 'deleteProfile',
    method: 'DELETE',
    path: '/api/mvno/esim/profiles/{id}',
    summary: 'Ends a device and gives its number back; safe to repeat',
    access: 'member',
    params: byId,
    status: 204,
  }),
  suspendProfile: operation({
    id: 'suspendProfile',
    method: 'POST',
    path: '/api/mvno/esim/profiles/{id}/suspend',
    summary: 'Stops an active device until it is resumed',
    access: 'member',
    params: byId,
    response: ProfileAnswer,
  }),
  resumeProfile: operation({
    id: 'resumeProfile',
    method: 'POST',
    path: '/api/mvno/esim/profiles/{id}/resume',
    summary: 'Lets a suspended device work again',
    access: 'member',
    params: byId,
    response: ProfileAnswer,
  }),
  retryProfile: operation({
    id: 'retryProfile',
    method: 'POST',
    path: '/api/mvno/esim/profiles/{id}/retry',
    summary: 'Orders a failed device anew',
    access: 'member',
    params: byId,
    response: ProfileAnswer,
  }),
  getActivation: operation({
    id: 'getActivation',
    method: 'GET',
    path: '/api/mvno/esim/profiles/{id}/activation',
    summary: 'The activation code of an eSIM, a bearer secret; not before the carrier has released it',
    access: 'member',
    params: byId,
    response: Activation,
  }),
  getDiagnostics: operation({
    id: 'getDiagnostics',
    method: 'GET',
    path: '/api/mvno/diagnostics/{subscriberId}',
    summary: "Tests the network of the subscriber's devices now",
    access: 'member',
    heavy: true,
    params: z.strictObject({ subscriberId: Id }),
    response: z.object({ diagnostics: Diagnostics }),
  }),
  listInsights: operation({
    id: 'listInsights',
    method: 'GET',
    path: '/api/mvno/ai-insights',
    summary: 'Recommendations from rules and forecasts over the usage, the largest saving first',
    access: 'member',
    response: z.object({
      insights: z.array(Insight),
      /** Devices in use for too short a time to be forecast, with the days still missing. */
      not_enough_data: z.array(z.object({ device_id: Id, device_label: z.string(), days_missing: z.int() })),
    }),
  }),
  applyInsight: operation({
    id: 'applyInsight',
    method: 'POST',
    path: '/api/mvno/ai-insights/{id}/apply',
    summary: "Does what the insight's action names; once, safe to repeat",
    access: 'member',
    params: byId,
    response: AnswerInsightResult,
  }),
  dismissInsight: operation({
    id: 'dismissInsight',
    method: 'POST',
    path: '/api/mvno/ai-insights/{id}/dismiss',
    summary: 'Puts the insight away; it does not come back for the same evidence',
    access: 'member',
    params: byId,
    response: AnswerInsightResult,
  }),
  listTelecomActivity: operation({
    id: 'listTelecomActivity',
    method: 'GET',
    path: '/api/mvno/activity',
    summary: 'What happened to the devices, newest first',
    access: 'member',
    query: z.strictObject({ limit: ListLimit, cursor: z.optional(Cursor) }),
    response: z.object({ activity: z.array(ActivityEntry), next_cursor: z.nullable(z.string()) }),
  }),
} as const
