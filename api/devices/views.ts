import { NO_USAGE, PLANS, addUsage, type Usage } from './plans.ts'
import type { Device as DeviceAnswer } from '../contract/devices.ts'
import type { Device } from './devices.ts'
import { FAILURE_SENTENCES } from './failures.ts'
import type { Line } from './line.ts'
import type { DayUsage } from './usage.ts'

/** kB as MB, rounded to a tenth. */
export const mbOf = (dataKb: number): number => Math.round((dataKb / 1_024) * 10) / 10

/** Usage with the field names of the contract. */
export const usedView = ({ voiceMinutes, sms, dataKb }: Usage) => ({
  voice_minutes_used: voiceMinutes,
  sms_count_used: sms,
  data_mb_used: mbOf(dataKb),
})

/** Total usage of each device over `days`. */
export const sumsOf = (days: readonly DayUsage[]): ReadonlyMap<string, Usage> => {
  const sums = new Map<string, Usage>()
  for (const day of days) sums.set(day.deviceId, addUsage(sums.get(day.deviceId) ?? NO_USAGE, day))
  return sums
}

/** Placeholder of an activation code: only its owner gets the code itself, by a separate request. */
const ACTIVATION_PLACEHOLDER = 'LPA:1$••••••••'

type Status = Pick<DeviceAnswer, 'status' | 'pending'>
const INACTIVE: Status = { status: 'inactive', pending: null }
const PROVISIONING: Status = { status: 'provisioning', pending: 'active' }

const STATUS: Readonly<Record<Line['state'], Status>> = {
  requested: PROVISIONING,
  ordered: PROVISIONING,
  active: { status: 'active', pending: null },
  suspending: { status: 'active', pending: 'suspended' },
  suspended: { status: 'suspended', pending: null },
  resuming: { status: 'suspended', pending: 'active' },
  failed: { status: 'failed', pending: null },
  ended: INACTIVE,
  releasing: INACTIVE,
  released: INACTIVE,
}

/** Whether an activation code can be requested. */
export const hasActivation = ({ line, iccid }: Device): boolean =>
  iccid !== null &&
  (line.state === 'active' ||
    line.state === 'suspending' ||
    line.state === 'suspended' ||
    line.state === 'resuming')

/** A device as shown to its owner. */
export const profileView = (device: Device, usage: Usage = NO_USAGE): DeviceAnswer => {
  const plan = PLANS[device.plan]
  return {
    id: device.id,
    profile_id: `ESIM-${device.id.replaceAll('-', '').slice(0, 12).toUpperCase()}`,
    device_label: device.label,
    device_type: device.type,
    ...STATUS[device.line.state],
    failure:
      device.line.state === 'failed'
        ? { code: device.line.failure, message: FAILURE_SENTENCES[device.line.failure] }
        : null,
    iccid: device.iccid,
    msisdn: device.msisdn,
    activation_code: hasActivation(device) ? ACTIVATION_PLACEHOLDER : null,
    plan_type: device.plan,
    plan_name: plan.name,
    monthly_cost_cents: plan.monthly_cost_cents,
    allowances: plan.allowances,
    usage: usedView(usage),
    device_config: device.config,
    device_info: device.info,
    created_at: device.createdAt.toISOString(),
    activated_at: device.activatedAt?.toISOString() ?? null,
  }
}
