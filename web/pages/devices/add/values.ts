import * as z from 'zod/mini'
import {
  DEVICE_CONFIG_DEFAULTS,
  DEVICE_INFO_DEFAULTS,
  type DeviceConfig,
  DeviceType,
  PlanType,
  PREFERRED_NETWORKS,
  PRIMARY_USES,
} from '../../../../api/contract/devices.ts'
import { t } from '../../../texts/texts.ts'

/** Values of the form for a new device, as typed; they may still be invalid. */
export const AddValues = z.object({
  device_label: z.string(),
  device_type: DeviceType,
  plan_type: PlanType,
  device_config: z.object({
    roaming_enabled: z.boolean(),
    data_roaming_enabled: z.boolean(),
    international_calling: z.boolean(),
    hotspot_enabled: z.boolean(),
    preferred_network: z.enum(PREFERRED_NETWORKS),
    data_limit_alerts: z.boolean(),
    usage_notifications: z.boolean(),
    device_nickname: z.string(),
    primary_use: z.enum(PRIMARY_USES),
  }),
  device_info: z.object({ model: z.string(), os_version: z.string(), manufacturer: z.string() }),
})
export type AddValues = Readonly<z.infer<typeof AddValues>>

export const ADD_DEFAULTS: AddValues = {
  device_label: t('My Device'),
  device_type: 'smartphone',
  plan_type: 'standard',
  device_config: DEVICE_CONFIG_DEFAULTS,
  device_info: DEVICE_INFO_DEFAULTS,
}

type Imposed = Partial<Pick<DeviceConfig, 'hotspot_enabled' | 'data_roaming_enabled'>>

/** The default plan and the forced settings of each device type. */
const choicesOf = (type: DeviceType): { readonly plan: PlanType; readonly imposed: Imposed } => {
  switch (type) {
    case 'tablet':
    case 'iot_device':
      return { plan: 'data_only_5gb', imposed: { hotspot_enabled: false } }
    case 'smartwatch':
      return { plan: 'basic_voice_sms', imposed: { hotspot_enabled: false, data_roaming_enabled: false } }
    case 'router':
      return { plan: 'unlimited', imposed: { hotspot_enabled: true } }
    case 'smartphone':
    case 'laptop':
    case 'other':
      return { plan: 'standard', imposed: {} }
    default:
      return type satisfies never
  }
}

/**
 * The form after another device type was chosen, with the plan and settings of that type. The hotspot returns to its
 * default if it still has the value that the previous type forced.
 */
export const withDeviceType = (values: AddValues, type: DeviceType): AddValues => {
  const before = choicesOf(values.device_type).imposed
  const { plan, imposed } = choicesOf(type)
  const config = values.device_config
  const undone: Imposed =
    before.hotspot_enabled === config.hotspot_enabled
      ? { hotspot_enabled: DEVICE_CONFIG_DEFAULTS.hotspot_enabled }
      : {}
  return {
    ...values,
    device_type: type,
    plan_type: plan,
    device_config: { ...config, ...undone, ...imposed },
  }
}

const orElse = (typed: string, otherwise: string): string => {
  const text = typed.trim()
  return text === '' ? otherwise : text
}

/** The request: text is trimmed, and empty model, OS version and manufacturer get their defaults. */
export const requestOf = ({ device_label, device_info, device_config, ...chosen }: AddValues): AddValues => ({
  ...chosen,
  device_label: device_label.trim(),
  device_config: { ...device_config, device_nickname: device_config.device_nickname.trim() },
  device_info: {
    model: orElse(device_info.model, DEVICE_INFO_DEFAULTS.model),
    os_version: orElse(device_info.os_version, DEVICE_INFO_DEFAULTS.os_version),
    manufacturer: orElse(device_info.manufacturer, DEVICE_INFO_DEFAULTS.manufacturer),
  },
})
