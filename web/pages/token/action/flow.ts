import { askOutcome } from '../../../flow/attempt.ts'
import { createFlow, type Flow, onePerMember } from '../../../flow/create-flow.ts'
import { type Composing, type Intent, type OwnEvent, type Paid, transition } from './machine.ts'
import { perform } from './requests.ts'
import { saved } from './saved.ts'
import { wordsOf } from './words.ts'

export type ActionFlow = Flow<Intent, Paid, Composing, OwnEvent>

/** The signed-in member's flow. */
export const actionFlowOf = onePerMember((member): ActionFlow =>
  createFlow<Intent, Paid, Composing, OwnEvent>({
    member,
    name: 'token',
    kind: 'token',
    transition,
    saved,
    perform,
    ask: (intent, signal) => askOutcome(intent, wordsOf(intent.action).failure, signal),
  }),
)
