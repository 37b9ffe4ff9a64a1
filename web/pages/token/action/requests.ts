import { tokenOperations } from '../../../../api/contract/token.ts'
import { governanceOperations } from '../../../../api/contract/governance.ts'
import { call } from '../../../data/client.ts'
import { attempt, type FlowResult, type Written } from '../../../flow/attempt.ts'
import type { ActionEvent, Intent, Paid } from './machine.ts'
import { wordsOf } from './words.ts'

/** Makes the API call of an action. The receipt is the amount that a claim paid. */
const post = async ({ action, key: idempotencyKey }: Intent): Promise<Written<Paid>> => {
  switch (action.kind) {
    case 'stake':
    case 'unstake': {
      const operation = action.kind === 'stake' ? tokenOperations.stakeYut : tokenOperations.unstakeYut
      const { data } = await call(operation, { body: { amount: action.amount }, idempotencyKey })
      return { receipt: null, position: data.position }
    }
    case 'claim': {
      const { data } = await call(tokenOperations.claimRewards, { idempotencyKey })
      return { receipt: data.amount, position: data.position }
    }
    case 'vote': {
      const body = { proposal_id: action.proposalId, vote_type: action.vote }
      const { data } = await call(governanceOperations.voteOnProposal, { body, idempotencyKey })
      return { receipt: null, position: data.position }
    }
    case 'propose': {
      const { title, description, type, days } = action.draft
      const body = { title, description, proposal_type: type, voting_days: days }
      const { data } = await call(governanceOperations.createProposal, { body, idempotencyKey })
      return { receipt: null, position: data.position }
    }
    default:
      return action satisfies never
  }
}

/** Sends the intent under its key; resolves with one event and never rejects. */
export const perform = (intent: Intent): Promise<FlowResult<ActionEvent>> =>
  attempt(intent, () => post(intent), wordsOf(intent.action).failure)
