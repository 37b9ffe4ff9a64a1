import { unsettledIntents } from '../../../data/intents.ts'
import type { StoredIntent } from '../../../data/stored.ts'
import { askUntilKnown } from '../../../flow/ask-by-key.ts'
import { createFlow, type Flow, type FlowMember, onePerMember } from '../../../flow/create-flow.ts'
import { refreshMoney } from '../../../flow/money.ts'
import { recordIntent, settleIntent } from '../../../flow/recorded.ts'
import { type ActionEvent, type ActionState, CLOSED, transition } from './machine.ts'
import { askByKey, perform } from './requests.ts'
import { restoredFrom, SAVED_VERSION, savedOf } from './saved.ts'

const KIND = 'token'

export type ActionFlow = Flow<ActionState, ActionEvent>

const createActionFlow = (member: FlowMember): ActionFlow =>
  createFlow<ActionState, ActionEvent>({
    member,
    name: 'token',
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
          await recordIntent({ key: intent.key, kind: KIND, version: SAVED_VERSION, draft: intent })
          const { event, position } = await perform(intent)
          // A refusal tells of something that is not as it was shown.
          if (event.type === 'done' || event.type === 'refused') refreshMoney(position)
          return dispatch(event)
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
          if (before.step === 'processing') settleIntent(before.intent.key)
          return
        case 'composing':
          return
        default:
          state satisfies never
      }
    },
  })

/** The signed-in member's flow. */
export const actionFlowOf = onePerMember(createActionFlow)

/** Actions sent from this device whose outcome is not known, oldest first. */
export const unsettledActions = (version: number): Promise<readonly StoredIntent[]> =>
  unsettledIntents(KIND, version)
