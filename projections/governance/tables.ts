import type { Outcome } from '../../events/governance/events.ts'
import type { ProposalType } from '../../events/proposal-terms.ts'
import type { Vote } from '../../events/vote.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { int8, json, nullable, oneOf, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Proposals with their votes so far, in millionths of a YUT. */
export const proposal = defineTable(
  'proposal',
  ['id'],
  {
    id: uuid,
    creatorId: uuid,
    title: json<EncryptedText>(),
    description: json<EncryptedText>(),
    proposalType: text<ProposalType>(),
    openedAt: timestamp,
    endsAt: timestamp,
    status: oneOf<'open' | Outcome>(['open', 'passed', 'rejected', 'no_quorum']),
    votesFor: int8,
    votesAgainst: int8,
    votesAbstain: int8,
    voters: int8,
    /** Set at the close, like the next two. */
    quorum: nullable(int8),
    totalStake: nullable(int8),
    closedAt: nullable(timestamp),
    position: int8,
  },
  {
    fillfactor: 70,
    indexes: {
      proposal_open: `(ends_at, id) where status = 'open'`,
      proposal_closed: `(closed_at desc, id) where status <> 'open'`,
      // For the export of a member's data.
      proposal_creator: '(creator_id, position)',
    },
  },
)

/** Each member's current vote. */
export const vote = defineTable(
  'vote',
  ['proposalId', 'memberId'],
  {
    proposalId: uuid,
    memberId: uuid,
    voteId: uuid,
    vote: oneOf<Vote>(['for', 'against', 'abstain']),
    weight: int8,
    votedAt: timestamp,
  },
  { fillfactor: 70 },
)

/** Stakes that votes, and opened proposals, lock in wallets; a row is deleted when the stake is released. */
export const stakeLock = defineTable(
  'stake_lock',
  ['proposalId', 'memberId'],
  {
    proposalId: uuid,
    memberId: uuid,
    /** Null, like the vote: its proposer has opened it and not voted on it. */
    voteId: nullable(uuid),
    vote: nullable(text<Vote>()),
    minor: int8,
    lockedAt: timestamp,
    until: timestamp,
    /** When the newest vote that the proposal has recorded was cast; before `lockedAt` the vote is only half done. */
    castAt: nullable(timestamp),
    position: int8,
  },
  {
    fillfactor: 70,
    computed: { pending: ['boolean', 'vote_id is not null and (cast_at is null or cast_at < locked_at)'] },
    indexes: {
      stake_lock_member: '(member_id)',
      // For the vote process; nearly always empty.
      stake_lock_pending: '(locked_at) where pending',
      // For the process that opens proposals: at most three a member.
      stake_lock_proposer: '(locked_at) where vote_id is null',
    },
  },
)
