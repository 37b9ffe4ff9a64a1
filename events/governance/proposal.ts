import { noBallots, withBallot, type Ballots, type Tally } from './ballots.ts'
import { proposalEvents, type Outcome, type ProposalEvent } from './events.ts'
import { defineStream } from '../stream.ts'

/** A proposal, folded from its stream. */
export type Proposal =
  | { readonly status: 'absent' }
  | {
      readonly status: 'open'
      readonly proposalId: string
      /** ISO time from which on no vote is accepted. */
      readonly endsAt: string
      readonly ballots: Ballots
    }
  | { readonly status: 'closed'; readonly proposalId: string; readonly outcome: Outcome }

export const initialProposal = (): Proposal => ({ status: 'absent' })

/** Votes for plus abstentions that a proposal needs, in millionths of a YUT: 4 % of the stake, rounded up. */
export const quorumOf = (totalStake: bigint): bigint => (totalStake * 4n + 99n) / 100n

/** A proposal passes when it has more votes for than against and the quorum is reached. */
export const outcomeOf = (tally: Tally, quorum: bigint): Outcome => {
  if (tally.for + tally.abstain < quorum) return 'no_quorum'
  return tally.for > tally.against ? 'passed' : 'rejected'
}

/** The proposal after one more fact. */
export const evolveProposal = (proposal: Proposal, event: ProposalEvent): Proposal => {
  switch (event.type) {
    case 'ProposalOpened': {
      const { proposalId, endsAt } = event.data
      return { status: 'open', proposalId, endsAt, ballots: noBallots }
    }
    case 'VoteCast': {
      if (proposal.status !== 'open')
        throw new Error('A vote stands before ProposalOpened or after the close')
      const { voteId, memberId, vote, weight, votedAt } = event.data
      const ballot = { voteId, vote, weight: BigInt(weight), votedAt }
      return { ...proposal, ballots: withBallot(proposal.ballots, memberId, ballot) }
    }
    case 'ProposalClosed':
      if (proposal.status !== 'open') throw new Error('A proposal closes before it is opened, or twice')
      return { status: 'closed', proposalId: proposal.proposalId, outcome: event.data.outcome }
  }
}

/** How a proposal's stream is read and folded. */
export const proposalKind = defineStream(proposalEvents, {
  initialState: initialProposal,
  evolve: evolveProposal,
})
