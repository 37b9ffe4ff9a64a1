import { unsettledIntents } from '../../../data/intents.ts'
import type { StoredIntent } from '../../../data/stored.ts'
import { askUntilKnown } from '../../../flow/ask-by-key.ts'
import { createFlow, type Flow, type FlowMember, onePerMember } from '../../../flow/create-flow.ts'
import { refreshMoney } from '../../../flow/money.ts'
import { pause } from '../../../flow/pause.ts'
import { recordIntent, settleIntent } from '../../../flow/recorded.ts'
import { type Intent, type SendEvent, type SendState, transition } from './machine.ts'
import { askById, askByKey, lookUp, send } from './requests.ts'
import { restoredFrom, SAVED_VERSION, savedOf } from './saved.ts'

const KIND = 'transfer'

export type SendFlow = Flow<SendState, SendEvent>
type Dispatch = SendFlow['dispatch']

const process = async (intent: Intent, dispatch: Dispatch): Promise<void> => {
  await recordIntent({ key: intent.key, kind: KIND, version: SAVED_VERSION, draft: intent })
  const { event, position } = await send(intent)
  if (position !== undefined) refreshMoney(position)
  dispatch(event)
}

const check = async (key: string, signal: AbortSignal, dispatch: Dispatch): Promise<void> => {
  const answer = await askUntilKnown(
    () => askByKey(key, signal),
    signal,
    () => dispatch({ type: 'denied', key }),
  )
  if (answer === null) return
  refreshMoney(answer.position)
  dispatch({ type: 'arrived', key, receipt: answer.receipt })
}

/** Delivery usually takes well under a second; the receipt says so when it has happened. */
const follow = async (key: string, id: string, signal: AbortSignal, dispatch: Dispatch): Promise<void> => {
  for (let wait_ms = 500; wait_ms < 60_000; wait_ms *= 2) {
    await pause(wait_ms, signal)
    if (signal.aborted) return
    const receipt = await askById(id, signal)
    if (receipt === null || receipt.status === 'processing') continue
    refreshMoney(undefined)
    return dispatch({ type: 'arrived', key, receipt })
  }
}

const createSendFlow = (member: FlowMember): SendFlow =>
  createFlow<SendState, SendEvent>({
    member,
    name: 'send',
    initial: { step: 'closed' },
    transition,
    savedOf,
    restored: (text) => {
      const state = restoredFrom(text)
      return state === null ? null : { type: 'restored', state }
    },
    enter: async (state, before, signal, dispatch) => {
      switch (state.step) {
        case 'looking_up': {
          const event = await lookUp(state.draft, member.did)
          if (!signal.aborted) dispatch(event)
          return
        }
        case 'processing':
          return await process(state.intent, dispatch)
        case 'checking':
          return await check(state.intent.key, signal, dispatch)
        case 'success':
          settleIntent(state.intent.key)
          if (state.receipt.status === 'processing')
            await follow(state.intent.key, state.receipt.transfer_id, signal, dispatch)
          return
        case 'error':
        case 'confirm':
        case 'details':
          if (before.step === 'processing' || before.step === 'checking') settleIntent(before.intent.key)
          return
        case 'closed':
          return
        default:
          state satisfies never
      }
    },
  })

/** The signed-in member's flow. */
export const sendFlowOf = onePerMember(createSendFlow)

/** Transfers that were sent from this device and whose outcome is not known, oldest first. */
export const unsettledTransfers = (version: number): Promise<readonly StoredIntent[]> =>
  unsettledIntents(KIND, version)
