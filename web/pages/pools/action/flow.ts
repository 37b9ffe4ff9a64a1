import { unsettledIntents } from '../../../data/intents.ts'
import { noteChange } from '../../../data/refresh.ts'
import type { StoredIntent } from '../../../data/stored.ts'
import { askUntilKnown } from '../../../flow/ask-by-key.ts'
import { createFlow, type Flow, type FlowMember, onePerMember } from '../../../flow/create-flow.ts'
import { refreshMoney } from '../../../flow/money.ts'
import { pause } from '../../../flow/pause.ts'
import { recordIntent, settleIntent } from '../../../flow/recorded.ts'
import { type ActionEvent, type ActionState, CLOSED, type Intent, transition } from './machine.ts'
import { askByKey, perform } from './requests.ts'
import { restoredFrom, SAVED_VERSION, savedOf } from './saved.ts'

const KIND = 'investing'
/** Money on its way arrives within seconds: the page looks again while the receipt is open. */
const ARRIVES_AFTER_MS = [500, 1_500, 4_000]

export type InvestingFlow = Flow<ActionState, ActionEvent>

/** What moves no money says what shall be: there is nothing to find out about it later. */
const isRecorded = ({ action: { kind } }: Intent): boolean =>
  kind !== 'settings' && kind !== 'wallet_fallback'

const refreshUntilArrived = async (): Promise<void> => {
  // The receipt may be closed by now; the page behind it still wants what arrived.
  const never = new AbortController().signal
  for (const wait_ms of ARRIVES_AFTER_MS) {
    await pause(wait_ms, never)
    refreshMoney(undefined)
  }
}

const createInvestingFlow = (member: FlowMember): InvestingFlow =>
  createFlow<ActionState, ActionEvent>({
    member,
    name: 'investing',
    initial: CLOSED,
    transition,
    savedOf,
    restored: (text) => {
      const state = restoredFrom(text)
      return state === null ? null : { type: 'restored', state }
    },
    enter: async (state, before, signal, dispatch) => {
      switch (state.step) {
        case 'processing': {
          const { intent } = state
          if (isRecorded(intent))
            await recordIntent({ key: intent.key, kind: KIND, version: SAVED_VERSION, draft: intent })
          const { event, position } = await perform(intent)
          if (!isRecorded(intent)) noteChange()
          // A refusal tells of something that is not as it was shown.
          if (event.type === 'done' || event.type === 'refused') refreshMoney(position)
          dispatch(event)
          if (event.type === 'done' && event.result?.pending === true) await refreshUntilArrived()
          return
        }
        case 'checking': {
          const { intent } = state
          const told = await askUntilKnown(
            () => askByKey(intent, signal),
            signal,
            () => dispatch({ type: 'denied', key: intent.key }),
          )
          if (told === null) return
          refreshMoney(told.position)
          return dispatch(told.event)
        }
        case 'closed':
          if (state.settled && 'intent' in before) settleIntent(before.intent.key)
          return
        case 'review':
        case 'success':
        case 'error':
          if (before.step === 'processing' || before.step === 'checking') settleIntent(before.intent.key)
          return
        case 'managing':
        case 'composing':
          return
        default:
          state satisfies never
      }
    },
  })

/** The signed-in member's flow. */
export const investingFlowOf = onePerMember(createInvestingFlow)

/** Intents sent from this device whose outcome is not known, oldest first. */
export const unsettledInvesting = (version: number): Promise<readonly StoredIntent[]> =>
  unsettledIntents(KIND, version)
