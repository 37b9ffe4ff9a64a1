import { formatMinor } from '../../events/money.ts'
import { operations } from '../contract/operations.ts'
import { withIdempotency } from '../http/idempotency.ts'
import { registerOperation, reply, type ApiRouter } from '../http/operation.ts'
import { freshTo } from '../wallet/context.ts'
import type { GovernanceArea } from './context.ts'
import { listProposals, openProposal } from './governance.ts'

/** The calls of governance. */
export const registerGovernance = (api: ApiRouter, area: GovernanceArea): void => {
  registerOperation(api, operations.listProposals, async ({ member, minPosition }) => {
    await freshTo(area, minPosition, ['governance', 'yut', 'wallet'])
    const asOf = area.clock()
    return reply(await listProposals(area, member.id, asOf), { asOf })
  })
  registerOperation(
    api,
    operations.createProposal,
    withIdempotency(area.idempotency, operations.createProposal, ({ member, body, idempotencyKey }) =>
      openProposal(area, member.id, idempotencyKey, body),
    ),
  )
  registerOperation(
    api,
    operations.voteOnProposal,
    withIdempotency(
      area.idempotency,
      operations.voteOnProposal,
      async ({ member, body, idempotencyKey, repeated }) => {
        const { voteId, weight, votedAt, position } = await area.votes.cast({
          memberId: member.id,
          idempotencyKey,
          proposalId: body.proposal_id,
          vote: body.vote_type,
          repeated,
        })
        return reply(
          {
            vote_id: voteId,
            proposal_id: body.proposal_id,
            vote_type: body.vote_type,
            weight: formatMinor('YUT', weight),
            voted_at: votedAt,
            position: position.toString(),
          },
          { position },
        )
      },
    ),
  )
}
