import type { DatedFact } from '../../../../events/audit/dated-fact.ts'
import type { LockedProposal, LockedVote } from '../../../../projections/governance/queries.ts'

export const createGovernanceViews = () => {
  const proposals = new Map<string, { readonly endsAt: string; open: boolean; outcome: string }>()
  /** Locked votes by proposal and member. */
  const holds = new Map<string, LockedVote>()
  /** Locks of proposers who have not voted, by proposal. */
  const proposers = new Map<string, LockedProposal & { readonly at: string }>()
  const castAt = new Map<string, string>()

  const isPending = (hold: LockedVote): boolean =>
    proposals.get(hold.proposalId)?.open === true &&
    (castAt.get(`${hold.proposalId} ${hold.memberId}`) ?? '') < hold.votedAt

  return {
    note: ({ event, at, position }: DatedFact): void => {
      // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the other facts are of other subjects
      switch (event.type) {
        case 'ProposalOpened':
          proposals.set(event.data.proposalId, { endsAt: event.data.endsAt, open: true, outcome: '' })
          return
        case 'StakeLocked': {
          const { proposalId, memberId, voteId, vote, amount } = event.data
          const weight = BigInt(amount.minor)
          const hold = { voteId, proposalId, memberId, vote, weight, votedAt: at, position }
          if (proposers.get(proposalId)?.memberId === memberId) proposers.delete(proposalId)
          holds.set(`${proposalId} ${memberId}`, hold)
          return
        }
        case 'ProposalStakeLocked': {
          const { proposalId, memberId } = event.data
          proposers.set(proposalId, { proposalId, memberId, at })
          return
        }
        case 'VoteCast': {
          const key = `${event.data.proposalId} ${event.data.memberId}`
          const before = castAt.get(key) ?? ''
          castAt.set(key, before > event.data.votedAt ? before : event.data.votedAt)
          return
        }
        case 'StakeReleased':
          holds.delete(`${event.data.proposalId} ${event.data.memberId}`)
          if (proposers.get(event.data.proposalId)?.memberId === event.data.memberId)
            proposers.delete(event.data.proposalId)
          return
        case 'ProposalClosed': {
          const proposal = proposals.get(event.data.proposalId)
          if (proposal) Object.assign(proposal, { open: false, outcome: event.data.outcome })
          return
        }
        default:
      }
    },
    queries: {
      proposals: () => [...proposals].map(([id, { outcome }]) => ({ id, outcome })),
      endOfVoting: (id: string) => proposals.get(id)?.endsAt ?? null,
      halfDoneVotes: (before: string) =>
        [...holds.values()].filter((hold) => isPending(hold) && hold.votedAt < before),
      halfDoneProposals: (before: string): readonly LockedProposal[] =>
        [...proposers.values()].filter(({ proposalId, at }) => !proposals.has(proposalId) && at < before),
      proposalsToClose: (endedBefore: string) =>
        [...proposals]
          .filter(([id, { open, endsAt }]) => {
            const waits = () => [...holds.values()].some((hold) => hold.proposalId === id && isPending(hold))
            return open && endsAt <= endedBefore && !waits()
          })
          .map(([id, { endsAt }]) => ({ id, endsAt })),
      locksToRelease: () =>
        [...holds.values(), ...proposers.values()].filter(
          ({ proposalId }) => proposals.get(proposalId)?.open === false,
        ),
    },
  }
}
