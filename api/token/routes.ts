import { formatMinor } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { proposalById } from '../../projections/governance/queries.ts'
import { operations } from '../contract/operations.ts'
import type { YutReceipt } from '../contract/token.ts'
import { registerCommand, reply, type ApiRouter, type Reply } from '../http/operation.ts'
import { registerRead } from '../reading.ts'
import { amountOf, registerSending } from '../wallet/send.ts'
import type { TokenArea } from './context.ts'
import { yutBalance } from './balance.ts'
import type { StakeOrder } from './stakes.ts'
import { yutTransactions } from './transactions.ts'

const END = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Says which proposal holds the stake and when its voting ends. */
const explained = async (area: TokenArea, memberId: string, error: Refusal): Promise<Refusal> => {
  const { proposalId } = error.details
  const proposal = proposalId === undefined ? null : await proposalById(area.pool, proposalId, memberId)
  if (!proposal) return error
  const title = await area.messageKeys.decrypt(proposal.title)
  const name = title === null ? 'a proposal' : `“${title}”`
  const end = END.format(new Date(proposal.endsAt))
  const sentence = `Your vote on ${name} holds this stake until its voting ends on ${end} UTC.`
  return new Refusal(error.code, sentence, { amount: sentence }, error.details)
}

const moveStake = async (area: TokenArea, order: StakeOrder): Promise<Reply<YutReceipt>> => {
  try {
    const { stakeId, at, position } = await area.stakes.move(order)
    return reply(
      {
        transaction_id: stakeId,
        interaction_type: order.kind,
        amount: formatMinor('YUT', order.amount.minor),
        status: 'completed',
        created_at: at,
        position: position.toString(),
      },
      { position },
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'stake_locked') throw error
    throw await explained(area, order.memberId, error)
  }
}

const registerStakes = (api: ApiRouter, area: TokenArea): void => {
  registerCommand(api, operations.stakeYut, ({ attempt, body }) =>
    moveStake(area, { ...attempt, kind: 'stake', amount: amountOf('YUT', body.amount) }),
  )
  registerCommand(api, operations.unstakeYut, ({ attempt, body }) =>
    moveStake(area, { ...attempt, kind: 'unstake', amount: amountOf('YUT', body.amount) }),
  )
  registerCommand(api, operations.claimRewards, async ({ attempt }) => {
    const { claimId, minor, status, at, position } = await area.claims.claim(attempt)
    return reply(
      {
        transaction_id: claimId,
        interaction_type: 'reward_claim',
        amount: formatMinor('YUT', minor),
        status,
        created_at: at,
        position: position.toString(),
      },
      { position },
    )
  })
}

/** A refusal names the field of the body that this call has. */
const ofThisCall = (error: unknown): unknown => {
  if (!(error instanceof Refusal) || error.fields?.['to_user_identifier'] === undefined) return error
  const { to_user_identifier, ...fields } = error.fields
  return new Refusal(error.code, error.message, { ...fields, to_address: to_user_identifier }, error.details)
}

/** The calls of the token. */
export const registerToken = (api: ApiRouter, area: TokenArea): void => {
  registerRead(
    api,
    area,
    operations.getYutBalance,
    ['wallet', 'yut', 'governance'],
    async ({ member }, asOf) => ({ yut_balance: await yutBalance(area, member.id, asOf) }),
  )
  registerRead(api, area, operations.listYutTransactions, ['activity'], async ({ member, query }) => ({
    transactions: await yutTransactions(area, member.id, query.limit),
  }))
  registerStakes(api, area)
  registerSending(
    api,
    area,
    operations.transferYut,
    (body) => ({ identifier: body.to_address, amount: amountOf('YUT', body.amount), message: body.message }),
    ofThisCall,
  )
}
