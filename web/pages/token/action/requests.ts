import { operations } from '../../../../api/contract/operations.ts'
import { call } from '../../../data/client.ts'
import { ApiError, refusalOf } from '../../../data/errors.ts'
import { found } from '../../../flow/ask-by-key.ts'
import { fateOf } from '../../../flow/fate.ts'
import type { ActionEvent, Intent } from './machine.ts'
import { wordsOf } from './words.ts'

interface Told {
  readonly event: ActionEvent
  readonly position?: string | undefined
}

/** What the call of each action wrote; `amount` is what a claim paid. */
const post = async ({
  action,
  key: idempotencyKey,
}: Intent): Promise<{ amount: string | null; position: string }> => {
  switch (action.kind) {
    case 'stake':
    case 'unstake': {
      const operation = action.kind === 'stake' ? operations.stakeYut : operations.unstakeYut
      const { data } = await call(operation, { body: { amount: action.amount }, idempotencyKey })
      return { amount: null, position: data.position }
    }
    case 'claim': {
      const { data } = await call(operations.claimRewards, { idempotencyKey })
      return { amount: data.amount, position: data.position }
    }
    case 'vote': {
      const body = { proposal_id: action.proposalId, vote_type: action.vote }
      const { data } = await call(operations.voteOnProposal, { body, idempotencyKey })
      return { amount: null, position: data.position }
    }
    case 'propose': {
      const { title, description, type, days } = action.draft
      const body = { title, description, proposal_type: type, voting_days: days }
      const { data } = await call(operations.createProposal, { body, idempotencyKey })
      return { amount: null, position: data.position }
    }
    default:
      return action satisfies never
  }
}

/** Does what the intent says under its key; the outcome is one event, never a rejection. */
export const perform = async (intent: Intent): Promise<Told> => {
  const { key } = intent
  try {
    const { amount, position } = await post(intent)
    return { event: { type: 'done', key, amount }, position }
  } catch (error) {
    const fate = fateOf(error)
    if (fate === 'lost') return { event: { type: 'lost', key } }
    const message = refusalOf(error, wordsOf(intent.action).failure)
    if (fate === 'not_sent') return { event: { type: 'not_sent', key, message } }
    return { event: { type: 'refused', key, message, code: error instanceof ApiError ? error.code : null } }
  }
}

/**
 * What the server knows of an intent: its end; `unknown` when it never arrived or was never finished (both
 * may be repeated under the same key); null when it can't be asked.
 */
export const askByKey = async (
  { action, key }: Intent,
  signal: AbortSignal,
): Promise<Told | 'unknown' | null> => {
  const answer = await found(
    async () => (await call(operations.getOutcomeByKey, { params: { key }, signal })).data,
  )
  if (answer === null || answer === 'unknown' || answer.state === 'unfinished') {
    return answer === null ? null : 'unknown'
  }
  const { state, error, code, position } = answer
  return state === 'done'
    ? { event: { type: 'done', key, amount: null }, position: position ?? undefined }
    : { event: { type: 'refused', key, message: error ?? wordsOf(action).failure, code } }
}
