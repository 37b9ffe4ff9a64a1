import * as z from 'zod/mini'
import { Id, keyText, Timestamp, writtenLine } from './fields.ts'
import { openEnum } from './open.ts'

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
/** Maximum number of a member's devices at a time; failed ones count until they are deleted. */
export const DEVICES_MAX = 10
/** Shown when the cost of a plan is unknown. */
export const DEFAULT_MONTHLY_COST_CENTS = 3_500
/** Percent of an allowance at which the member is warned, once per billing cycle. */
export const ALERT_PERCENTS = [80, 95] as const
/** Minimum days of usage for a forecast; with fewer the answer is "not enough data". */
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
/** Per billing cycle. 1 GB is 1024 MB. */
export const Allowances = z.object({ voice_minutes: Allowance, sms_count: Allowance, data_mb: Allowance })
export type Allowances = z.infer<typeof Allowances>

export const Plan = z.object({
  name: z.string(),
  description: z.string(),
  monthly_cost_cents: z.int(),
  allowances: Allowances,
  /** Cents for usage beyond the allowances: per minute, per message, per started MB. */
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

/** Every field is optional and has a default. */
export const ProvisionRequest = z.strictObject({
  device_label: z._default(DeviceLabel, 'My Device'),
  device_type: z._default(DeviceType, 'smartphone'),
  plan_type: z._default(PlanType, 'standard'),
  device_config: z._default(z.partial(DeviceConfig), {}),
  device_info: z._default(z.partial(DeviceInfo), {}),
})

const WHOLE_CENTS = 'The price is a whole number of cents.'
const PRICE_CENTS_MAX = 100_000_00

/**
 * An edit (`device_label`, `device_type`, `device_config`) or a plan change (`plan_type`, with the name and
 * price that the member saw: refused when they are not what the plan costs now).
 */
export const UpdateDeviceRequest = z
  .strictObject({
    device_label: z.optional(DeviceLabel),
    device_type: z.optional(DeviceType),
    device_config: z.optional(z.partial(DeviceConfig)),
    plan_type: z.optional(PlanType),
    plan_name: z.optional(keyText(80, 'This is not the name of a plan.')),
    monthly_cost_cents: z.optional(
      z.int(WHOLE_CENTS).check(z.minimum(0, WHOLE_CENTS), z.maximum(PRICE_CENTS_MAX, WHOLE_CENTS)),
    ),
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

/** Usage of the allowances since the billing cycle began. */
export const usedOfAllowances = {
  voice_minutes_used: z.int(),
  sms_count_used: z.int(),
  /** With one decimal. */
  data_mb_used: z.number(),
}

/** One eSIM of the member. */
export const Device = z.object({
  id: Id,
  /** Reference shown to members and given to the carrier's support. */
  profile_id: z.string(),
  device_label: z.string(),
  device_type: openEnum(DeviceType, 'other'),
  status: openEnum(DeviceStatus),
  /** Status the carrier is working towards; poll while it is not null. */
  pending: z.nullable(openEnum(z.enum(['active', 'suspended']))),
  /** Why provisioning failed, and what to do; null unless `status` is failed. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  iccid: z.nullable(z.string()),
  /** Phone number in E.164. */
  msisdn: z.nullable(z.string()),
  /**
   * A placeholder without the secret, null while there is no code. The code itself is only in `GET
   * /api/mvno/esim/profiles/{id}/activation`; never store that response.
   */
  activation_code: z.nullable(z.string()),
  plan_type: openEnum(PlanType),
  plan_name: z.string(),
  monthly_cost_cents: z.int(),
  allowances: Allowances,
  usage: z.object(usedOfAllowances),
  device_config: z.object({
    ...configFields,
    preferred_network: openEnum(configFields.preferred_network, 'auto'),
    primary_use: openEnum(configFields.primary_use, 'personal'),
  }),
  device_info: z.object(infoFields),
  created_at: Timestamp,
  activated_at: z.nullable(Timestamp),
})
export type Device = z.infer<typeof Device>

/** Installation data of an eSIM: a bearer secret for its owner only. Never store or log it. */
export const Activation = z.object({
  /** `LPA:1$…` (GSMA SGP.22, 4.1): the content of the QR code. */
  activation_code: z.string(),
  /** For manual entry. */
  smdp_address: z.string(),
  matching_id: z.string(),
  confirmation_code_required: z.boolean(),
  /** Open the installation on the device itself: iOS 17.4 and later; Android 10 and later (where supported). */
  install_links: z.object({ ios: z.url(), android: z.url() }),
})
export type Activation = z.infer<typeof Activation>

export const Subscriber = z.object({
  subscriber_id: Id,
  status: openEnum(z.enum(['active', 'inactive'])),
  /** True: no real network is behind the devices; clients must say so where they show them. */
  sandbox: z.boolean(),
  device_count: z.int(),
  device_limit: z.int(),
  /** Sum of the plans of all devices that are provisioning, active or suspended. */
  monthly_cost_cents: z.int(),
  /** First and last day (UTC) of the running cycle. */
  billing_cycle_start: z.iso.date(),
  billing_cycle_end: z.iso.date(),
  /** Sandbox only: labels that determine what becomes of a new device, as test cards do. */
  test_labels: z.array(z.object({ label: z.string(), outcome: z.string() })),
})
export type Subscriber = z.infer<typeof Subscriber>
