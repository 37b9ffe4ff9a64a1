import { createFlow, type Flow, onePerMember } from '../../../flow/create-flow.ts'
import { refreshMoney } from '../../../flow/money.ts'
import { pause } from '../../../flow/pause.ts'
import { type Form, type Intent, type OwnEvent, type Receipt, transition } from './machine.ts'
import { askById, askByKey, lookUp, send } from './requests.ts'
import { saved } from './saved.ts'

export type SendFlow = Flow<Intent, Receipt, Form, OwnEvent>

/** Polls a processing transfer until it is delivered, which usually takes well under a second. */
const follow = async (
  key: string,
  id: string,
  signal: AbortSignal,
  dispatch: SendFlow['dispatch'],
): Promise<void> => {
  for (let wait_ms = 500; wait_ms < 60_000; wait_ms *= 2) {
    await pause(wait_ms, signal)
    if (signal.aborted) return
    const receipt = await askById(id, signal)
    if (receipt === null || receipt.status === 'processing') continue
    refreshMoney(undefined)
    return dispatch({ type: 'done', key, receipt })
  }
}

/** The signed-in member's flow. */
export const sendFlowOf = onePerMember((member): SendFlow =>
  createFlow<Intent, Receipt, Form, OwnEvent>({
    member,
    name: 'send',
    kind: 'transfer',
    transition,
    saved,
    perform: send,
    ask: askByKey,
    entered: async (state, signal, dispatch) => {
      if (state.step === 'looking_up') {
        const event = await lookUp(state.draft, member.did)
        if (!signal.aborted) dispatch(event)
      }
      if (state.step === 'success' && state.receipt.status === 'processing')
        await follow(state.intent.key, state.receipt.transfer_id, signal, dispatch)
    },
  }),
)
