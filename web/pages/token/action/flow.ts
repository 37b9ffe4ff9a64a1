import { governanceOperations } from '../../../../api/contract/governance.ts'
import { tokenOperations } from '../../../../api/contract/token.ts'
import { calling, type FlowCall, flowCall } from '../../../flow/attempt.ts'
import { createFlow, type Flow, onePerMember } from '../../../flow/create-flow.ts'
import {
  type Action,
  type Composing,
  type Intent,
  type OwnEvent,
  type Paid,
  saved,
  transition,
} from './machine.ts'
import { t } from '../../../texts/texts.ts'
import { wordsOf } from './words.ts'

export type ActionFlow = Flow<Intent, Paid, Composing, OwnEvent>

const nothingPaid = (): Paid => null

/** The API call of an action. The receipt is the amount that a claim paid. */
const callOf = ({ action }: Intent): FlowCall<Paid> => {
  switch (action.kind) {
    case 'stake':
    case 'unstake': {
      const operation = action.kind === 'stake' ? tokenOperations.stakeYut : tokenOperations.unstakeYut
      return flowCall(operation, { body: { amount: action.amount } }, nothingPaid, null)
    }
    case 'claim':
      return flowCall(tokenOperations.claimRewards, {}, ({ amount }): Paid => amount, null)
    case 'vote': {
      const body = { proposal_id: action.proposalId, vote_type: action.vote }
      return flowCall(governanceOperations.voteOnProposal, { body }, nothingPaid, null)
    }
    case 'propose': {
      const { title, description, type, days } = action.draft
      const body = { title, description, proposal_type: type, voting_days: days }
      return flowCall(governanceOperations.createProposal, { body }, nothingPaid, null)
    }
    default:
      return action satisfies never
  }
}

/** The signed-in member's flow. */
export const actionFlowOf = onePerMember((member): ActionFlow =>
  createFlow<Intent, Paid, Composing, OwnEvent>({
    member,
    name: 'token',
    kind: 'token',
    transition,
    saved,
    offered: (state) => {
      const action: Action = 'intent' in state ? state.intent.action : { kind: 'propose', draft: state.draft }
      const isEmpty =
        action.kind === 'propose' && `${action.draft.title}${action.draft.description}`.trim() === ''
      return isEmpty ? null : t('Continue “{title}”?', { title: wordsOf(action).title })
    },
    ...calling(callOf, ({ action }) => wordsOf(action).failure),
  }),
)
