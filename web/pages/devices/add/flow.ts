import { askOutcome } from '../../../flow/attempt.ts'
import { createFlow, type Flow, onePerMember } from '../../../flow/create-flow.ts'
import { refetchWatched } from '../../../data/watched.ts'
import { type Editing, type Order, type OwnEvent, transition } from './machine.ts'
import { FAILED, order } from './order.ts'
import { saved } from './saved.ts'

export type AddFlow = Flow<Order, null, Editing, OwnEvent>

/** The signed-in member's form for a new device. */
export const addFlowOf = onePerMember((member): AddFlow =>
  createFlow<Order, null, Editing, OwnEvent>({
    member,
    name: 'add-device',
    kind: 'device',
    transition,
    saved,
    perform: order,
    ask: (intent, signal) => askOutcome(intent, FAILED, signal),
    // Not remembered on this device: an ordered device appears in the list of devices.
    isRecorded: () => false,
    refresh: refetchWatched,
  }),
)
