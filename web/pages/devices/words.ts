import type { ActivityEntry, Connectivity, Insight } from '../../../api/contract/device-usage.ts'
import type { DeviceConfig, DeviceStatus, DeviceType, Profile } from '../../../api/contract/devices.ts'
import type * as z from 'zod/mini'
import type { Tone } from '../../ui/badge.tsx'

export const TYPE_LABELS: Readonly<Record<DeviceType, string>> = {
  smartphone: 'Smartphone',
  tablet: 'Tablet',
  smartwatch: 'Smartwatch',
  laptop: 'Laptop',
  iot_device: 'IoT Device',
  router: 'Router/Hotspot',
  other: 'Other',
}

export const USE_LABELS: Readonly<Record<DeviceConfig['primary_use'], string>> = {
  personal: 'Personal',
  business: 'Business',
  travel: 'Travel',
  iot: 'IoT',
  emergency: 'Emergency',
}

export const NETWORK_LABELS: Readonly<Record<DeviceConfig['preferred_network'], string>> = {
  auto: 'Automatic',
  verizon: 'Verizon',
  att: 'AT&T',
  tmobile: 'T-Mobile',
}

export const INSIGHT_LABELS: Readonly<Record<Insight['insight_type'], string>> = {
  cost_optimization: 'Cost Optimization',
  usage_prediction: 'Usage Prediction',
  plan_optimization: 'Plan Optimization',
}

export interface Look {
  readonly text: string
  readonly tone: Tone
}

const STATUS_LOOKS: ReadonlyMap<string, Look> = new Map<DeviceStatus, Look>([
  ['active', { text: 'Active', tone: 'credit' }],
  ['provisioning', { text: 'Provisioning', tone: 'warning' }],
  ['suspended', { text: 'Suspended', tone: 'halted' }],
  ['inactive', { text: 'Inactive', tone: 'neutral' }],
])

/** Green, yellow, orange, grey, and violet for any other status, each with its word. */
export const statusLook = (status: string): Look =>
  STATUS_LOOKS.get(status) ?? {
    text: status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' '),
    tone: 'primary',
  }

const CONNECTIVITY_WORDS: Readonly<Record<z.infer<typeof Connectivity>, string>> = {
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
  none: 'No connection',
}

/** Green when it is good, yellow otherwise. */
export const connectivityLook = (connectivity: z.infer<typeof Connectivity>): Look => ({
  text: CONNECTIVITY_WORDS[connectivity],
  tone: connectivity === 'good' ? 'credit' : 'warning',
})

/** What somebody who doesn't see the icon reads of an entry in the feed. */
export const SEVERITY_WORDS: Readonly<Record<ActivityEntry['severity'], string>> = {
  info: 'Information',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
}

/** What to call a device: its label, else its number, else 'Unnamed Device'. */
export const deviceName = ({ device_label, msisdn }: Pick<Profile, 'device_label' | 'msisdn'>): string => {
  const label = device_label.trim()
  if (label !== '') return label
  return msisdn === null || msisdn === '' ? 'Unnamed Device' : msisdn
}

export const NOT_ASSIGNED = 'Not assigned'
export const ACTIVATION_TIME = 'Network activation takes 2-5 minutes.'
