import { Refusal } from '../refusal.ts'
import type { ProposalTerms } from '../proposal-terms.ts'
import { ballotOf } from './ballots.ts'
import type { ProposalEvent } from './events.ts'
import { outcomeOf, quorumOf, type Proposal } from './proposal.ts'
import type { Vote } from '../vote.ts'

/** Stake with which a proposal can be opened, and which it locks, in millionths of a YUT: 10 YUT. */
export const PROPOSAL_POWER_MINOR_MIN = 10_000_000n
export const VOTING_DAYS_MIN = 3
export const VOTING_DAYS_MAX = 14

/**
 * Delay from the end of the voting to the count and the release of stakes: votes cast at the very end still
 * arrive, and a server with a slow clock cannot let a released token vote again.
 */
export const CLOSE_AFTER_MS = 30_000

/** ISO time at which a proposal whose voting ends at `endsAt` may close; stakes stay locked until then. */
export const closesAt = (endsAt: string): string =>
  new Date(Date.parse(endsAt) + CLOSE_AFTER_MS).toISOString()

/** The commands on a proposal. Weights and stakes in millionths of a YUT, times ISO. */
export type ProposalCommand =
  /** The creator's wallet has locked the stake for it, with these terms. */
  | { type: 'openProposal'; proposalId: string; creatorId: string; terms: ProposalTerms }
  /** The wallet has locked `weight` for it since `votedAt`. */
  | { type: 'castVote'; voteId: string; memberId: string; vote: Vote; weight: bigint; votedAt: string }
  /** `totalStake`: of all members when the voting ended, read from the ledger up to `ledgerPosition`. */
  | { type: 'closeProposal'; totalStake: bigint; ledgerPosition: bigint }

const votingClosed = () => new Refusal('voting_closed', 'Voting on this proposal has ended.')
const notFound = () => new Refusal('proposal_not_found', 'There is no proposal with this id.')

const cast = (
  command: Extract<ProposalCommand, { type: 'castVote' }>,
  proposal: Proposal,
): ProposalEvent[] => {
  const { voteId, memberId, vote, weight, votedAt } = command
  if (proposal.status === 'absent') throw notFound()
  if (proposal.status === 'closed' || votedAt >= proposal.endsAt) throw votingClosed()
  const last = ballotOf(proposal.ballots, memberId)
  if (last?.voteId === voteId) return []
  // The later vote counts, whichever arrives first; at equal times the one with the larger id.
  if (last && (last.votedAt > votedAt || (last.votedAt === votedAt && last.voteId > voteId)))
    throw new Refusal('already_voted_since', 'A later vote of yours on this proposal counts already.')
  const { proposalId } = proposal
  return [
    {
      type: 'VoteCast',
      data: { voteId, proposalId, memberId, vote, weight: weight.toString(), votedAt },
    },
  ]
}

/**
 * Decides a command on a proposal: returns the new facts, none when it has been done already. Pure; `at` (ISO
 * time, UTC) is now.
 * @throws {Refusal} a rule of the voting refuses it
 */
export const decideProposal = (command: ProposalCommand, proposal: Proposal, at: string): ProposalEvent[] => {
  switch (command.type) {
    case 'openProposal':
      return proposal.status === 'absent'
        ? [
            {
              type: 'ProposalOpened',
              data: { proposalId: command.proposalId, creatorId: command.creatorId, ...command.terms },
            },
          ]
        : []

    case 'castVote':
      return cast(command, proposal)

    case 'closeProposal': {
      if (proposal.status === 'absent') throw notFound()
      if (proposal.status === 'closed' || at < closesAt(proposal.endsAt)) return []
      const { tally } = proposal.ballots
      const quorum = quorumOf(command.totalStake)
      return [
        {
          type: 'ProposalClosed',
          data: {
            proposalId: proposal.proposalId,
            votesFor: tally.for.toString(),
            votesAgainst: tally.against.toString(),
            votesAbstain: tally.abstain.toString(),
            quorum: quorum.toString(),
            totalStake: command.totalStake.toString(),
            ledgerPosition: command.ledgerPosition.toString(),
            outcome: outcomeOf(tally, quorum),
          },
        },
      ]
    }
  }
}
