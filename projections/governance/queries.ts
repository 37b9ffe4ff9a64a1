import { NIL } from 'uuid'
import type { EncryptedText } from '../../events/encrypted-text.ts'
import { int8, nullable } from '../columns.ts'
import { exportQuery, rowQuery, rowsQuery } from '../query.ts'
import { shape, type RowOf } from '../table.ts'
import { proposal, stakeLock, vote } from './tables.ts'
import { READ_SCHEMA } from '../schema.ts'

const Listed = shape({
  ...proposal.columns,
  myVote: nullable(vote.columns.vote),
  myWeight: nullable(int8),
})
const COLUMNS = `${proposal.list('proposal')}, vote.vote as my_vote, vote.weight as my_weight`

const proposalFrom = ({
  votesFor,
  votesAgainst,
  votesAbstain,
  voters,
  quorum,
  totalStake,
  closedAt,
  myVote,
  myWeight,
  ...row
}: RowOf<typeof Listed.columns>) => ({
  ...row,
  votes: { for: votesFor, against: votesAgainst, abstain: votesAbstain },
  voters: Number(voters),
  /** Set at the close. */
  result:
    quorum !== null && totalStake !== null && closedAt !== null ? { quorum, totalStake, closedAt } : null,
  /** The vote of the member who asks. */
  mine: myVote !== null && myWeight !== null ? { vote: myVote, weight: myWeight } : null,
})

/** A proposal as of the checkpoint of the projection `governance`; votes in millionths of a YUT. */
export type ProposalRow = ReturnType<typeof proposalFrom>

/** Open proposals after one, which may have closed since, in the order in which they end. */
export const openProposalsAfter = rowsQuery(Listed, {
  name: 'read_open_proposals_after',
  text: `
      select ${COLUMNS} from ${READ_SCHEMA}.proposal
      left join ${READ_SCHEMA}.vote on vote.proposal_id = proposal.id and vote.member_id = $1
      where proposal.status = 'open' and (proposal.ends_at, proposal.id) >
        (select known.ends_at, known.id from ${READ_SCHEMA}.proposal known where known.id = $2)
      order by proposal.ends_at, proposal.id limit $3`,
  values: (memberId: string, after: string, limit: number) => [memberId, after, limit],
  as: proposalFrom,
})

/** Ids of the open proposals of these members. */
export const openProposalsBy = rowsQuery(proposal.pick('id'), {
  name: 'read_open_proposals_by',
  text: `select id from ${READ_SCHEMA}.proposal where status = 'open' and creator_id = any($1)`,
  values: (memberIds: readonly string[]) => [memberIds],
})

/** Open proposals, the first to end first, then closed ones, the newest first; `limit` of each at most. */
export const proposalsFor = rowsQuery(Listed, {
  name: 'read_proposals_for',
  text: `
      with listed as (
        (select *, 0 as part from ${READ_SCHEMA}.proposal where status = 'open' order by ends_at, id limit $2)
        union all
        (select *, 1 from ${READ_SCHEMA}.proposal where status <> 'open' order by closed_at desc, id limit $2)
      )
      select ${COLUMNS} from listed as proposal
      left join ${READ_SCHEMA}.vote on vote.proposal_id = proposal.id and vote.member_id = $1
      order by part, case when part = 0 then ends_at end, closed_at desc, proposal.id`,
  values: (memberId: string, limit: number) => [memberId, limit],
  as: proposalFrom,
})

/** A proposal by its id, with the vote of `memberId`; null when there is none. */
export const proposalById = rowQuery(Listed, {
  name: 'read_proposal_by_id',
  text: `select ${COLUMNS} from ${READ_SCHEMA}.proposal
      left join ${READ_SCHEMA}.vote on vote.proposal_id = proposal.id and vote.member_id = $2 where proposal.id = $1`,
  values: (id: string, memberId: string) => [id, memberId],
  as: proposalFrom,
})

/** When the voting on a proposal ends, ISO time; null when there is no such proposal. */
export const endOfVoting = rowQuery(proposal.pick('endsAt'), {
  name: 'read_end_of_voting',
  text: `select ends_at from ${READ_SCHEMA}.proposal where id = $1`,
  values: (id: string) => [id],
  as: ({ endsAt }) => endsAt,
})

const Held = shape({
  ...stakeLock.pick('proposalId', 'memberId', 'minor', 'lockedAt', 'position').columns,
  ...vote.pick('voteId', 'vote').columns,
})

const lockedFrom = ({ minor: weight, lockedAt: votedAt, ...held }: RowOf<typeof Held.columns>) => ({
  ...held,
  weight,
  votedAt,
})

/** A vote whose stake is locked and which the proposal may not have recorded yet. Weight in millionths of a YUT. */
export type LockedVote = ReturnType<typeof lockedFrom>

/** Votes whose stake was locked before `olderThan` and that the proposal has not recorded, oldest first. */
export const halfDoneVotes = rowsQuery(Held, {
  name: 'read_half_done_votes',
  text: `
      select ${Held.list('lock')}
      from ${READ_SCHEMA}.stake_lock as lock join ${READ_SCHEMA}.proposal on proposal.id = lock.proposal_id
      where pending and status = 'open' and locked_at < $1
      order by locked_at limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
  as: lockedFrom,
})

/** A proposal whose stake is locked and that may not be open yet. */
export interface LockedProposal {
  readonly proposalId: string
  readonly memberId: string
}

/** Proposals whose stake was locked before `olderThan` and that are not there, oldest first. */
export const halfDoneProposals = rowsQuery(stakeLock.pick('proposalId', 'memberId'), {
  name: 'read_half_done_proposals',
  text: `
      select proposal_id, member_id from ${READ_SCHEMA}.stake_lock as lock
      where vote_id is null and locked_at < $1
        and not exists (select from ${READ_SCHEMA}.proposal where id = lock.proposal_id)
      order by locked_at limit $2`,
  values: (olderThan: Date, limit: number) => [olderThan.toISOString(), limit],
})

/** Open proposals whose voting ended before `endedBefore`, without those that have {@link halfDoneVotes}. */
export const proposalsToClose = rowsQuery(proposal.pick('id', 'endsAt'), {
  name: 'read_proposals_to_close',
  text: `
      select id, ends_at from ${READ_SCHEMA}.proposal
      where status = 'open' and ends_at <= $1
        and not exists (select from ${READ_SCHEMA}.stake_lock where proposal_id = proposal.id and pending)
      order by ends_at, id limit $2`,
  values: (endedBefore: Date, limit: number) => [endedBefore.toISOString(), limit],
})

/**
 * Stakes that are still locked for closed proposals. Skips along the index from one proposal with locks to the next,
 * and so reads neither all locks nor all proposals.
 */
export const locksToRelease = rowsQuery(stakeLock.pick('memberId', 'proposalId'), {
  name: 'read_locks_to_release',
  text: `
      with recursive held as (
        (select proposal_id from ${READ_SCHEMA}.stake_lock order by proposal_id limit 1)
        union all
        select (
          select proposal_id from ${READ_SCHEMA}.stake_lock
          where stake_lock.proposal_id > held.proposal_id order by proposal_id limit 1
        ) from held where held.proposal_id is not null
      )
      select lock.member_id, lock.proposal_id from held
      cross join lateral (
        select member_id, stake_lock.proposal_id from ${READ_SCHEMA}.stake_lock
        where stake_lock.proposal_id = held.proposal_id
          and (select status from ${READ_SCHEMA}.proposal where id = held.proposal_id) <> 'open'
        limit $1
      ) as lock
      limit $1`,
  values: (limit: number) => [limit],
})

/** A member's proposals for their data export, oldest first. */
export const proposalsForExport = exportQuery<{
  readonly title: EncryptedText
  readonly description: EncryptedText
}>({
  name: 'export_proposals',
  text: `select id, title, description, proposal_type, status, opened_at, ends_at
      from ${READ_SCHEMA}.proposal where creator_id = $1 order by position`,
})

/** Id of a member's vote on a proposal, null when they have none there. */
export const voteIdOf = rowQuery(vote.pick('voteId'), {
  name: 'read_vote_on',
  text: `select vote_id from ${READ_SCHEMA}.vote where proposal_id = $1 and member_id = $2`,
  values: (proposalId: string, memberId: string) => [proposalId, memberId],
  as: ({ voteId }) => voteId,
})

const Ending = proposal.pick('id', 'endsAt')

/** Open proposals whose voting ends after `now`, at `until` at the latest. */
export const votesEnding = rowsQuery(Ending, {
  name: 'read_votes_ending',
  text: `select ${Ending.list()} from ${READ_SCHEMA}.proposal
      where status = 'open' and ends_at > $1 and ends_at <= $2 order by ends_at, id`,
  values: (now: Date, until: Date) => [now.toISOString(), until.toISOString()],
})

/** The earliest end of voting after `after`; null when there is none. */
export const endOfNextVote = rowQuery(proposal.pick('endsAt'), {
  name: 'read_next_vote_end',
  text: `select ends_at from ${READ_SCHEMA}.proposal where status = 'open' and ends_at > $1 order by ends_at limit 1`,
  values: (after: Date) => [after.toISOString()],
  as: ({ endsAt }) => endsAt,
})

/** Members with a stake who have not voted on a proposal, by id, beginning after `after`. */
export const membersToRemind = rowsQuery(vote.pick('memberId'), {
  name: 'read_members_to_remind',
  text: `select stake.member_id from ${READ_SCHEMA}.stake
      where stake.minor > 0 and stake.member_id > $2
        and not exists (select from ${READ_SCHEMA}.vote where vote.proposal_id = $1 and vote.member_id = stake.member_id)
      order by stake.member_id limit $3`,
  values: (proposalId: string, after: string | null, limit: number) => [proposalId, after ?? NIL, limit],
  as: ({ memberId }) => memberId,
})
