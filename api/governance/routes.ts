import { formatMinor } from '../../events/money.ts'
import { operations } from '../contract/operations.ts'
import { registerCommand, type ApiRouter } from '../http/operation.ts'
import { reply } from '../http/reply.ts'
import { registerRead } from '../http/reading.ts'
import type { GovernanceArea } from './context.ts'
import { listProposals, openProposal } from './governance.ts'

/** Registers the routes of governance. */
export const registerGovernance = (api: ApiRouter, area: GovernanceArea): void => {
  registerRead(
    api,
    area,
    operations.listProposals,
    ['governance', 'token', 'wallet'],
    ({ member, query }, asOf) => listProposals(area, member.id, query.after, asOf),
  )
  registerCommand(api, operations.createProposal, ({ attempt, body }) => openProposal(area, attempt, body))
  registerCommand(api, operations.voteOnProposal, async ({ attempt, body }) => {
    const { proposal_id: proposalId, vote_type: vote } = body
    const { voteId, weight, votedAt, position } = await area.votes.cast({ ...attempt, proposalId, vote })
    return reply(
      {
        vote_id: voteId,
        proposal_id: proposalId,
        vote_type: vote,
        weight: formatMinor('YUT', weight),
        voted_at: votedAt,
        position: position.toString(),
      },
      { position },
    )
  })
}
