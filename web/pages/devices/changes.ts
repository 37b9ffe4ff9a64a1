import { deviceOperations } from '../../../api/contract/device-operations.ts'
import type { DeviceConfig, DeviceType, PlanType, Device } from '../../../api/contract/devices.ts'
import { call } from '../../data/client.ts'
import { refreshWatched } from '../../data/watched.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Runs a change and refetches, also after a failure, because the page may be out of date then. */
const changing = async <T>(change: () => Promise<T>): Promise<T> => {
  try {
    return await change()
  } finally {
    void refreshWatched()
  }
}

interface DeviceEdit {
  readonly device_label: string
  readonly device_type: DeviceType
  /** Only the settings that were edited. */
  readonly device_config?: { readonly [Name in keyof DeviceConfig]?: DeviceConfig[Name] | undefined }
}

export const editDevice = (id: string, edit: DeviceEdit): Promise<Device> =>
  changing(
    async () => (await call(deviceOperations.updateEsimProfile, { params: { id }, body: edit })).data.profile,
  )

interface ChosenPlan {
  readonly plan_type: PlanType
  readonly plan_name: string
  readonly monthly_cost_cents: number
}

/** Changes the plan; the server refuses if its price is no longer the one shown to the member. */
export const changePlan = (id: string, plan: ChosenPlan): Promise<Device> =>
  changing(
    async () => (await call(deviceOperations.updateEsimProfile, { params: { id }, body: plan })).data.profile,
  )

export const deleteDevice = (id: string): Promise<void> =>
  changing(async () => {
    await call(deviceOperations.deleteProfile, { params: { id } })
  })

export type LineAction = 'suspend' | 'resume' | 'retry'

const LINE_OPERATIONS = {
  suspend: deviceOperations.suspendProfile,
  resume: deviceOperations.resumeProfile,
  retry: deviceOperations.retryProfile,
} as const

export const act = (id: string, action: LineAction): Promise<Device> =>
  changing(async () => (await call(LINE_OPERATIONS[action], { params: { id } })).data.profile)

/** Resolves with the server's message about the change. */
export const applyInsight = (id: string): Promise<string> =>
  changing(async () =>
    translateServerText((await call(deviceOperations.applyInsight, { params: { id } })).data.message),
  )

export const dismissInsight = (id: string): Promise<string> =>
  changing(async () =>
    translateServerText((await call(deviceOperations.dismissInsight, { params: { id } })).data.message),
  )
