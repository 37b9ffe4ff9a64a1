import type { TransferRequest } from '../../../api/contract/requests.ts'
import { refreshRequests } from '../../data/requests.ts'
import { createFlow, type Flow, onePerMember } from '../../flow/create-flow.ts'
import { refreshMoney } from '../../flow/money.ts'
import { findRequestOutcome, sendAnswer } from './answer.ts'
import { type Answer, transition } from './machine.ts'
import { saved } from './saved.ts'

export type AnswerFlow = Flow<Answer, TransferRequest, never>

/** The signed-in member's flow. */
export const answerFlowOf = onePerMember((member): AnswerFlow =>
  createFlow({
    member,
    name: 'answer',
    kind: 'answer',
    transition,
    saved,
    perform: sendAnswer,
    ask: findRequestOutcome,
    // Not remembered on this device: the lists of requests show the status.
    isRecorded: () => false,
    refresh: (position) => {
      refreshMoney(position)
      refreshRequests()
    },
  }),
)
