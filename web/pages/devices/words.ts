import type { ActivityEntry, Diagnostics, Insight } from '../../../api/contract/device-usage.ts'
import type { DeviceConfig, DeviceType, Device } from '../../../api/contract/devices.ts'
import { UNFAMILIAR } from '../../../api/contract/open.ts'
import type { Tone } from '../../ui/badge.tsx'
import { t } from '../../texts/texts.ts'

export const TYPE_LABELS: Readonly<Record<DeviceType, string>> = {
  smartphone: t('Smartphone'),
  tablet: t('Tablet'),
  smartwatch: t('Smartwatch'),
  laptop: t('Laptop'),
  iot_device: t('IoT Device'),
  router: t('Router/Hotspot'),
  other: t('Other'),
}

export const USE_LABELS: Readonly<Record<DeviceConfig['primary_use'], string>> = {
  personal: t('Personal'),
  business: t('Business'),
  travel: t('Travel'),
  iot: t('IoT'),
  emergency: t('Emergency'),
}

export const NETWORK_LABELS: Readonly<Record<DeviceConfig['preferred_network'], string>> = {
  auto: t('Automatic'),
  verizon: 'Verizon',
  att: 'AT&T',
  tmobile: 'T-Mobile',
}

export const INSIGHT_LABELS: Readonly<Record<Insight['insight_type'], string>> = {
  cost_optimization: t('Cost Optimization'),
  usage_prediction: t('Usage Prediction'),
  plan_optimization: t('Plan Optimization'),
  unfamiliar: t('Recommendation'),
}

interface Look {
  readonly text: string
  readonly tone: Tone
}

const STATUS_LOOKS: ReadonlyMap<string, Look> = new Map<Device['status'], Look>([
  ['active', { text: t('Active'), tone: 'credit' }],
  ['provisioning', { text: t('Provisioning'), tone: 'warning' }],
  ['suspended', { text: t('Suspended'), tone: 'halted' }],
  ['inactive', { text: t('Inactive'), tone: 'neutral' }],
  [UNFAMILIAR, { text: t('Unknown'), tone: 'primary' }],
])

/** Label and tone of a status; unknown statuses are violet. */
export const statusLook = (status: string): Look =>
  STATUS_LOOKS.get(status) ?? {
    text: status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' '),
    tone: 'primary',
  }

const CONNECTIVITY_WORDS: Readonly<Record<Diagnostics['network_connectivity'], string>> = {
  good: t('Good'),
  fair: t('Fair'),
  poor: t('Poor'),
  none: t('No connection'),
  unfamiliar: t('Unknown'),
}

/** Label and tone: green when good, yellow otherwise. */
export const connectivityLook = (connectivity: Diagnostics['network_connectivity']): Look => ({
  text: CONNECTIVITY_WORDS[connectivity],
  tone: connectivity === 'good' ? 'credit' : 'warning',
})

/** Text alternative of the icon of a feed entry. */
export const SEVERITY_WORDS: Readonly<Record<ActivityEntry['severity'], string>> = {
  info: t('Information'),
  success: t('Success'),
  warning: t('Warning'),
  error: t('Error'),
}

/** A device's display name: its label, else its number, else 'Unnamed Device'. */
export const deviceName = ({ device_label, msisdn }: Pick<Device, 'device_label' | 'msisdn'>): string => {
  const label = device_label.trim()
  if (label !== '') return label
  return msisdn === null || msisdn === '' ? t('Unnamed Device') : msisdn
}

export const NOT_ASSIGNED = t('Not assigned')
export const ACTIVATION_TIME = t('Network activation takes 2-5 minutes.')
