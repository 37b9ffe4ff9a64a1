import { askOutcome } from '../../../flow/attempt.ts'
import { createFlow, type Flow, onePerMember } from '../../../flow/create-flow.ts'
import { refreshMoney } from '../../../flow/money.ts'
import { pause } from '../../../flow/pause.ts'
import { isRepeatable } from './actions.ts'
import {
  type ActionState,
  type Form,
  type Intent,
  type OwnEvent,
  type Result,
  transition,
} from './machine.ts'
import { perform } from './requests.ts'
import { saved } from './saved.ts'
import { wordsOf } from './words.ts'

/** Pauses between refreshes: pending money arrives within seconds. */
const ARRIVES_AFTER_MS = [500, 1_500, 4_000]

export type PoolFlow = Flow<Intent, Result, Form, OwnEvent>

const refreshUntilArrived = async (): Promise<void> => {
  // Never aborted: the receipt may close, but the page behind it shows the balances too.
  const never = new AbortController().signal
  for (const wait_ms of ARRIVES_AFTER_MS) {
    await pause(wait_ms, never)
    refreshMoney(undefined)
  }
}

const isPending = (state: ActionState): boolean => {
  if (state.step === 'success') return state.receipt?.pending === true
  return state.step === 'closed' && state.last?.ok === true && state.last.receipt?.pending === true
}

/** The signed-in member's flow. */
export const poolFlowOf = onePerMember((member): PoolFlow =>
  createFlow<Intent, Result, Form, OwnEvent>({
    member,
    name: 'investing',
    kind: 'investing',
    transition,
    saved,
    perform,
    ask: (intent, signal) => askOutcome(intent, wordsOf(intent.action).failure, signal),
    // Only actions that move money: a lost settings request can simply be sent again.
    isRecorded: ({ action }) => !isRepeatable(action),
    entered: async (state) => {
      if (isPending(state)) await refreshUntilArrived()
    },
  }),
)
