import { DEVICE_CONFIG_DEFAULTS, DEVICE_INFO_DEFAULTS, type Device } from '../../api/contract/devices.ts'

/** A device as the API returns it, active unless `change` overrides that. */
export const device = (id: string, change: Partial<Device> = {}): Device => ({
  id,
  profile_id: `ESIM-${id}`,
  device_label: id,
  device_type: 'smartphone',
  status: 'active',
  pending: null,
  failure: null,
  iccid: null,
  msisdn: null,
  activation_code: null,
  plan_type: 'standard',
  plan_name: 'Standard',
  monthly_cost_cents: 3500,
  allowances: { voice_minutes: 1000, sms_count: 1000, data_mb: 10_240 },
  usage: { voice_minutes_used: 0, sms_count_used: 0, data_mb_used: 0 },
  device_config: DEVICE_CONFIG_DEFAULTS,
  device_info: DEVICE_INFO_DEFAULTS,
  created_at: '2026-11-20T12:00:00.000Z',
  activated_at: null,
  ...change,
})
