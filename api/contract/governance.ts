import * as z from 'zod/mini'
import { DecimalText, Id, Timestamp, writtenLine, writtenText } from './fields.ts'
import { openEnum } from './open.ts'
import { defineOperations, member } from './operation.ts'

const TITLE_MAX = 120
export const DESCRIPTION_MAX = 2_000
export const VOTING_DAYS_MIN = 3
export const VOTING_DAYS_MAX = 14
/** Proposals that one person may have open at a time. */
export const OPEN_PROPOSALS_MAX = 3

export const ProposalType = z.enum(
  ['parameter_change', 'feature_request', 'other'],
  'Choose parameter_change, feature_request or other.',
)
export type ProposalType = z.infer<typeof ProposalType>
export const VoteType = z.enum(['for', 'against', 'abstain'], 'Vote for, against or abstain.')
export type VoteType = z.infer<typeof VoteType>
/** `open` until the votes are counted, which is shortly after the voting ends. */
export const ProposalStatus = z.enum(['open', 'passed', 'rejected', 'no_quorum'])
export type ProposalStatus = z.infer<typeof ProposalStatus>

/** Votes, quorum and stake are decimal strings in YUT. */
export const Proposal = z.object({
  id: Id,
  /** Replaced by a sentence once its author has erased it; so is the description. */
  title: z.string(),
  description: z.string(),
  creator_name: z.string(),
  /** Empty for a former member. */
  creator_handle: z.optional(z.string()),
  is_mine: z.boolean(),
  proposal_type: openEnum(ProposalType, 'other'),
  created_at: Timestamp,
  voting_ends_at: Timestamp,
  /** Whether votes are accepted now. */
  voting_open: z.boolean(),
  status: openEnum(ProposalStatus),
  closed_at: z.nullable(Timestamp),
  votes_for: DecimalText,
  votes_against: DecimalText,
  votes_abstain: DecimalText,
  voters: z.int(),
  my_vote: z.nullable(openEnum(VoteType)),
  my_vote_weight: z.nullable(DecimalText),
  /** Minimum for the sum of for and abstain: 4 % of the total stake; after the close, of the stake at that time. */
  quorum: DecimalText,
  quorum_reached: z.boolean(),
  total_stake: DecimalText,
})
export type Proposal = z.infer<typeof Proposal>

const TITLE_MISSING = 'Please give the proposal a title.'
const DESCRIPTION_MISSING = 'Please describe the proposal.'

export const CreateProposalRequest = z.strictObject({
  title: writtenLine('The title', TITLE_MAX, TITLE_MISSING).check(z.minLength(1, TITLE_MISSING)),
  description: writtenText('The description', DESCRIPTION_MAX, DESCRIPTION_MISSING).check(
    z.trim(),
    z.minLength(1, DESCRIPTION_MISSING),
  ),
  proposal_type: ProposalType,
  voting_days: z
    .int('Voting can run for 3 to 14 days.')
    .check(
      z.minimum(VOTING_DAYS_MIN, 'Voting can run for 3 to 14 days.'),
      z.maximum(VOTING_DAYS_MAX, 'Voting can run for 3 to 14 days.'),
    ),
})

const VoteRequest = z.strictObject({ proposal_id: Id, vote_type: VoteType })

export const VoteReceipt = z.object({
  vote_id: Id,
  proposal_id: Id,
  vote_type: openEnum(VoteType),
  /** The member's stake at that moment, in YUT; it is locked until the voting is over. */
  weight: DecimalText,
  voted_at: Timestamp,
  position: z.string(),
})
export type VoteReceipt = z.infer<typeof VoteReceipt>

export const governanceOperations = defineOperations({
  listProposals: member.get('/api/yut/governance/proposals', {
    batchable: true,
    summary:
      'Proposals, those open for voting first, then the newest closed ones; with `after`, further open ones alone',
    query: z.strictObject({ after: z.optional(Id) }),
    response: z.object({
      proposals: z.array(Proposal),
      /** For the query of the next open ones; null: there are no more. An older server does not say. */
      next_after: z.optional(z.nullable(Id)),
      /** Whether the member's stake allows opening a proposal, and the minimum for that, in YUT. */
      can_propose: z.boolean(),
      proposal_power_min: DecimalText,
    }),
  }),
  createProposal: member.post('/api/yut/governance/proposals', {
    summary:
      'Opens a proposal for voting; needs a stake of at least 10 YUT, which stays locked until the voting ends',
    movesValue: true,
    body: CreateProposalRequest,
    response: z.object({ proposal: Proposal, position: z.string() }),
    status: 201,
  }),
  voteOnProposal: member.post('/api/yut/governance/vote', {
    summary: 'Votes with the whole stake, or changes the vote; the stake is held until the voting is over',
    movesValue: true,
    body: VoteRequest,
    response: VoteReceipt,
    status: 201,
  }),
})
