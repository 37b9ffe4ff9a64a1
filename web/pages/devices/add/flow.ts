import { createFlow, type Flow, type FlowMember, onePerMember } from '../../../flow/create-flow.ts'
import { refetchAll } from '../changes.ts'
import { type AddEvent, type AddState, transition } from './machine.ts'
import { order } from './order.ts'
import { restoredFrom, savedOf } from './saved.ts'

export type AddFlow = Flow<AddState, AddEvent>

const createAddFlow = (member: FlowMember): AddFlow =>
  createFlow<AddState, AddEvent>({
    member,
    name: 'add-device',
    initial: { step: 'closed', ordered: null },
    transition,
    savedOf,
    restored: (text) => {
      const state = restoredFrom(text)
      return state === null ? null : { type: 'restored', state }
    },
    enter: async (state, _before, _signal, dispatch) => {
      if (state.step !== 'ordering') return
      const outcome = await order(state.key, state.draft)
      // Also when the answer was lost: the device may be there.
      refetchAll()
      dispatch(outcome)
    },
  })

/** The signed-in member's form for a new device. */
export const addFlowOf = onePerMember(createAddFlow)
