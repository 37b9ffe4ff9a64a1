import type { Outcome, ProposalType } from '../../events/governance/events.ts'
import type { Vote } from '../../events/vote.ts'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { int8, json, nullable, text, timestamp, uuid } from '../columns.ts'
import { defineTable } from '../table.ts'

/** Proposals with their votes so far, in millionths of a YUT. */
export const proposal = defineTable('proposal', ['id'], {
  id: uuid,
  creatorId: uuid,
  title: json<EncryptedText>(),
  description: json<EncryptedText>(),
  proposalType: text<ProposalType>(),
  openedAt: timestamp,
  endsAt: timestamp,
  status: text<'open' | Outcome>(),
  votesFor: int8,
  votesAgainst: int8,
  votesAbstain: int8,
  voters: int8,
  /** Set at the close, like the next two. */
  quorum: nullable(int8),
  totalStake: nullable(int8),
  closedAt: nullable(timestamp),
  position: int8,
})

/** Each member's vote as it stands. */
export const vote = defineTable('vote', ['proposalId', 'memberId'], {
  proposalId: uuid,
  memberId: uuid,
  voteId: uuid,
  vote: text<Vote>(),
  weight: int8,
  votedAt: timestamp,
})

/** Stakes that votes hold in their wallets. */
export const stakeLock = defineTable('stake_lock', ['proposalId', 'memberId'], {
  proposalId: uuid,
  memberId: uuid,
  voteId: uuid,
  vote: text<Vote>(),
  minor: int8,
  lockedAt: timestamp,
  until: timestamp,
  position: int8,
})
