import * as z from 'zod/mini'
import { DeviceType, PlanType, PREFERRED_NETWORKS, PRIMARY_USES } from '../../../../api/contract/devices.ts'
import { savedBinding } from '../../../flow/saved.ts'
import type { Editing, Order } from './machine.ts'
import type { AddValues } from './values.ts'

/** As typed: a draft need not be something that can be sent. */
const Draft = z.object({
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
interface Kept {
  readonly step: 'editing'
  readonly draft: AddValues
}

/** A reload goes on with what was typed, or asks what became of an order. */
export const saved = savedBinding<Order, null, Editing, Kept>({
  version: 2,
  intent: z.object({ draft: Draft, key: z.uuid() }),
  form: z.object({ step: z.literal('editing'), draft: Draft }),
  kept: (state) => (state.step === 'editing' ? { step: 'editing', draft: state.draft } : null),
  formOf: ({ draft }) => ({ step: 'editing', draft, problem: null }),
})
