import { formatMinor } from '../../events/money.ts'
import { Refusal } from '../../events/refusal.ts'
import { proposalById } from '../../projections/governance/queries.ts'
import { operations } from '../contract/operations.ts'
import type { YutReceipt } from '../contract/token.ts'
import { registerCommand, type ApiRouter, type InOneCommit, type Call } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { registerRead } from '../http/reading.ts'
import { amountOf, registerSending } from '../wallet/send.ts'
import type { TokenArea } from './context.ts'
import { yutBalance } from './balance.ts'
import type { MovedStake, StakeOrder } from './stakes.ts'
import { yutTransactions } from './transactions.ts'

const END = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Adds to the refusal which proposal locks the stake and when its voting ends. */
const explained = async (area: TokenArea, memberId: string, error: Refusal): Promise<Refusal> => {
  const { proposalId } = error.details
  const proposal = proposalId === undefined ? null : await proposalById(area.pool, proposalId, memberId)
  if (!proposal) return error
  const title = await area.messageKeys.decrypt(proposal.title)
  const what = title === null ? 'a proposal' : `“${title}”`
  const end = END.format(new Date(proposal.endsAt))
  const sentence =
    error.details['by'] === 'proposal'
      ? `Your proposal ${what} holds this stake until its voting ends on ${end} UTC.`
      : `Your vote on ${what} holds this stake until its voting ends on ${end} UTC.`
  return new Refusal(error.code, sentence, { amount: sentence }, error.details)
}

const receiptOf = (
  { kind, amount }: StakeOrder,
  { stakeId, at }: MovedStake,
  position: string,
): YutReceipt => ({
  transaction_id: stakeId,
  interaction_type: kind,
  amount: formatMinor('YUT', amount.minor),
  status: 'completed',
  created_at: at,
  position,
})

const explainingRefusals = async <R>(
  area: TokenArea,
  { memberId }: StakeOrder,
  move: () => Promise<R>,
): Promise<R> => {
  try {
    return await move()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'stake_locked') throw error
    throw await explained(area, memberId, error)
  }
}

const registerMove = (
  api: ApiRouter,
  area: TokenArea,
  operation: typeof operations.stakeYut | typeof operations.unstakeYut,
  kind: StakeOrder['kind'],
): void => {
  const { moveInOneCommit } = area.stakes
  const orderOf = ({ attempt, body }: Call<typeof operation>): StakeOrder => ({
    ...attempt,
    kind,
    amount: amountOf('YUT', body.amount),
  })
  const inOneCommitBy =
    (by: NonNullable<typeof moveInOneCommit>): InOneCommit<typeof operation> =>
    (call, storeAnswer, isKnown) => {
      const order = orderOf(call)
      return explainingRefusals(area, order, async () => {
        const answerTo = (moved: MovedStake) => storeAnswer((position) => receiptOf(order, moved, position))
        const moved = await by(order, answerTo, isKnown)
        return (
          moved && reply(receiptOf(order, moved, moved.position.toString()), { position: moved.position })
        )
      })
    }
  registerCommand(
    api,
    operation,
    (call) => {
      const order = orderOf(call)
      return explainingRefusals(area, order, async () => {
        const moved = await area.stakes.move(order)
        return reply(receiptOf(order, moved, moved.position.toString()), { position: moved.position })
      })
    },
    moveInOneCommit ? { inOneCommit: inOneCommitBy(moveInOneCommit) } : {},
  )
}

const registerStakes = (api: ApiRouter, area: TokenArea): void => {
  registerMove(api, area, operations.stakeYut, 'stake')
  registerMove(api, area, operations.unstakeYut, 'unstake')
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

/** Renames the field in a refusal to the one in this operation's body. */
const withToAddressField = (error: unknown): unknown => {
  if (!(error instanceof Refusal) || error.fields?.['to_user_identifier'] === undefined) return error
  const { to_user_identifier, ...fields } = error.fields
  return new Refusal(error.code, error.message, { ...fields, to_address: to_user_identifier }, error.details)
}

/** Registers the routes of the token. */
export const registerToken = (api: ApiRouter, area: TokenArea): void => {
  registerRead(
    api,
    area,
    operations.getYutBalance,
    ['wallet', 'token', 'governance'],
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
    withToAddressField,
  )
}
