import { deviceOperations } from '../../../api/contract/device-operations.ts'
import type { DeviceConfig, DeviceType, PlanType, Device } from '../../../api/contract/devices.ts'
import type { Operation, ResponseOf } from '../../../api/contract/operation.ts'
import { call, type CallInput } from '../../data/client.ts'
import { refreshWatched } from '../../data/watched.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** Makes a change and refetches, also after a failure, because the page may be out of date then. */
const change = async <const T extends Operation>(
  operation: T,
  input: CallInput<T>,
): Promise<ResponseOf<T>> => {
  try {
    return (await call(operation, input)).data
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

export const editDevice = async (id: string, edit: DeviceEdit): Promise<Device> =>
  (await change(deviceOperations.updateEsimProfile, { params: { id }, body: edit })).profile

interface ChosenPlan {
  readonly plan_type: PlanType
  readonly plan_name: string
  readonly monthly_cost_cents: number
}

/** Changes the plan; the server refuses if its price is no longer the one shown to the member. */
export const changePlan = async (id: string, plan: ChosenPlan): Promise<Device> =>
  (await change(deviceOperations.updateEsimProfile, { params: { id }, body: plan })).profile

export const deleteDevice = (id: string) => change(deviceOperations.deleteProfile, { params: { id } })

export type LineAction = 'suspend' | 'resume' | 'retry'

const LINE_OPERATIONS = {
  suspend: deviceOperations.suspendProfile,
  resume: deviceOperations.resumeProfile,
  retry: deviceOperations.retryProfile,
} as const

export const act = async (id: string, action: LineAction): Promise<Device> =>
  (await change(LINE_OPERATIONS[action], { params: { id } })).profile

/** Resolves with the server's message about the change. */
export const applyInsight = async (id: string): Promise<string> =>
  translateServerText((await change(deviceOperations.applyInsight, { params: { id } })).message)

export const dismissInsight = async (id: string): Promise<string> =>
  translateServerText((await change(deviceOperations.dismissInsight, { params: { id } })).message)
