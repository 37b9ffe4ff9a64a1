import { deviceOperations } from '../../../../api/contract/device-operations.ts'
import { calling, flowCall } from '../../../flow/attempt.ts'
import { createFlow, type Flow, onePerMember } from '../../../flow/create-flow.ts'
import { refreshOutdated } from '../../../data/watched.ts'
import { type Editing, type Order, type OwnEvent, saved, transition } from './machine.ts'
import { FAILED } from './order.ts'
import { t } from '../../../texts/texts.ts'
import { requestOf } from './values.ts'

export type AddFlow = Flow<Order, null, Editing, OwnEvent>

/** The signed-in member's form for a new device. */
export const addFlowOf = onePerMember((member): AddFlow =>
  createFlow<Order, null, Editing, OwnEvent>({
    member,
    name: 'add-device',
    kind: 'device',
    transition,
    saved,
    offered: (state) => {
      const { draft } = 'intent' in state ? state.intent : state
      const label = draft.device_label.trim()
      return label === '' ? null : t('Continue adding “{label}”?', { label })
    },
    ...calling(
      ({ draft }: Order) =>
        flowCall(deviceOperations.provisionProfile, { body: requestOf(draft) }, () => null, null),
      () => FAILED,
      (field) => field,
    ),
    // Not remembered on this device: an ordered device appears in the list of devices.
    isRecorded: () => false,
    refresh: refreshOutdated,
  }),
)
