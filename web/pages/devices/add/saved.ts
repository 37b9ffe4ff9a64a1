import * as z from 'zod/mini'
import { DeviceType, PlanType, PREFERRED_NETWORKS, PRIMARY_USES } from '../../../../api/contract/devices.ts'
import { readSaved } from '../../../flow/read-saved.ts'
import type { AddState } from './machine.ts'

/** Raised when the shape changes: drafts of another version are dropped. */
const SAVED_VERSION = 1

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
const Saved = z.object({
  version: z.literal(SAVED_VERSION),
  step: z.enum(['editing', 'lost']),
  key: z.uuid(),
  draft: Draft,
})

/** What of a state survives a reload, as text; null when nothing should. */
export const savedOf = (state: AddState): string | null => {
  switch (state.step) {
    case 'closed':
      return null
    case 'editing':
      return JSON.stringify({ version: SAVED_VERSION, step: 'editing', key: state.key, draft: state.draft })
    case 'ordering':
    case 'lost':
      // After a reload nobody waits for the answer any more.
      return JSON.stringify({ version: SAVED_VERSION, step: 'lost', key: state.key, draft: state.draft })
    default:
      return state satisfies never
  }
}

/** The state to go on from; null when there is none or it is of another version. */
export const restoredFrom = (text: string | null): AddState | null => {
  const saved = readSaved(Saved, text)
  if (saved === null) return null
  const { step, key, draft } = saved
  return step === 'editing' ? { step, key, draft, problem: null } : { step, key, draft }
}
