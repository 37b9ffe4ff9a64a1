import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { followsGovernance, governanceChanges, type GovernanceChanges } from './changes.ts'

const open = (opened: GovernanceChanges['opened']): Statement => ({
  name: 'proposal_open',
  text: `
    insert into proposal (id, creator_id, title, description, proposal_type, opened_at, ends_at, position, status)
    select *, 'open' from unnest($1::uuid[], $2::uuid[], $3::jsonb[], $4::jsonb[], $5::text[], $6::timestamptz[],
      $7::timestamptz[], $8::bigint[])`,
  values: columnsOf(
    opened,
    ({ proposalId }) => proposalId,
    ({ creatorId }) => creatorId,
    ({ title }) => JSON.stringify(title),
    ({ description }) => JSON.stringify(description),
    ({ proposalType }) => proposalType,
    ({ at }) => at,
    ({ endsAt }) => endsAt,
    ({ position }) => position,
  ),
  rows: opened.length,
})

const lock = (locks: GovernanceChanges['locks']): Statement => ({
  name: 'stake_lock_set',
  text: `
    insert into stake_lock (proposal_id, member_id, vote_id, vote, minor, locked_at, until, position)
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::timestamptz[],
      $7::timestamptz[], $8::bigint[])
    on conflict (proposal_id, member_id) do update set
      vote_id = excluded.vote_id, vote = excluded.vote, minor = excluded.minor, locked_at = excluded.locked_at,
      until = excluded.until, position = excluded.position`,
  values: columnsOf(
    locks,
    ({ proposalId }) => proposalId,
    ({ memberId }) => memberId,
    ({ voteId }) => voteId,
    ({ vote }) => vote,
    ({ amount }) => amount.minor,
    ({ at }) => at,
    ({ until }) => until,
    ({ position }) => position,
  ),
  rows: locks.length,
})

const CAST = `unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::timestamptz[])
  as cast_vote (proposal_id, member_id, vote_id, vote, weight, voted_at)`

const votesOf = (votes: GovernanceChanges['votes']): string[] =>
  columnsOf(
    votes,
    ({ proposalId }) => proposalId,
    ({ memberId }) => memberId,
    ({ voteId }) => voteId,
    ({ vote }) => vote,
    ({ weight }) => weight,
    ({ votedAt }) => votedAt,
  )

/** Adds the new votes to the sums and takes those that they replace off. */
const sum = (votes: GovernanceChanges['votes']): Statement => {
  const sumOf = (vote: string) =>
    `coalesce(sum(cast_vote.weight) filter (where cast_vote.vote = '${vote}'), 0)
      - coalesce(sum(earlier.weight) filter (where earlier.vote = '${vote}'), 0)`
  return {
    name: 'proposal_sum',
    text: `
      update proposal set
        votes_for = proposal.votes_for + change.votes_for,
        votes_against = proposal.votes_against + change.votes_against,
        votes_abstain = proposal.votes_abstain + change.votes_abstain,
        voters = proposal.voters + change.voters
      from (
        select cast_vote.proposal_id, ${sumOf('for')} as votes_for, ${sumOf('against')} as votes_against,
          ${sumOf('abstain')} as votes_abstain, count(*) - count(earlier.member_id) as voters
        from ${CAST}
        left join vote earlier using (proposal_id, member_id)
        group by cast_vote.proposal_id
      ) as change
      where proposal.id = change.proposal_id`,
    values: votesOf(votes),
    rows: new Set(votes.map(({ proposalId }) => proposalId)).size,
  }
}

const vote = (votes: GovernanceChanges['votes']): Statement => ({
  name: 'vote_set',
  text: `
    insert into vote (proposal_id, member_id, vote_id, vote, weight, voted_at)
    select * from ${CAST}
    on conflict (proposal_id, member_id) do update set
      vote_id = excluded.vote_id, vote = excluded.vote, weight = excluded.weight, voted_at = excluded.voted_at`,
  values: votesOf(votes),
  rows: votes.length,
})

/** Notes in the holds that their votes are cast; a hold that was let go in the same batch has no row any more. */
const castLocks = (votes: GovernanceChanges['votes']): Statement => ({
  name: 'stake_lock_cast',
  text: `
    with noted as (
      update stake_lock set cast_at = greatest(cast_at, cast_vote.voted_at) from ${CAST}
      where stake_lock.proposal_id = cast_vote.proposal_id and stake_lock.member_id = cast_vote.member_id
    )
    select`,
  values: votesOf(votes),
  rows: 1,
})

const close = (closed: GovernanceChanges['closed']): Statement => ({
  name: 'proposal_close',
  text: `
    update proposal set status = result.status, votes_for = result.votes_for,
      votes_against = result.votes_against, votes_abstain = result.votes_abstain, quorum = result.quorum,
      total_stake = result.total_stake, closed_at = result.closed_at, position = result.position
    from unnest($1::uuid[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::timestamptz[], $9::bigint[]) as result (id, status, votes_for, votes_against, votes_abstain, quorum,
      total_stake, closed_at, position)
    where proposal.id = result.id and proposal.status = 'open'`,
  values: columnsOf(
    closed,
    ({ proposalId }) => proposalId,
    ({ outcome }) => outcome,
    ({ votesFor }) => votesFor,
    ({ votesAgainst }) => votesAgainst,
    ({ votesAbstain }) => votesAbstain,
    ({ quorum }) => quorum,
    ({ totalStake }) => totalStake,
    ({ at }) => at,
    ({ position }) => position,
  ),
  rows: closed.length,
})

/** A hold that began in the same batch was never written. */
const release = (released: GovernanceChanges['released']): Statement => ({
  name: 'stake_lock_release',
  text: `
    with gone as (
      delete from stake_lock using unnest($1::uuid[], $2::uuid[]) as released (proposal_id, member_id)
      where stake_lock.proposal_id = released.proposal_id and stake_lock.member_id = released.member_id
    )
    select`,
  values: columnsOf(
    released,
    ({ proposalId }) => proposalId,
    ({ memberId }) => memberId,
  ),
  rows: 1,
})

/** Proposals with their votes, and the stakes that votes hold. */
export const governanceProjection: Projection = {
  name: 'governance',
  version: 1,
  follows: followsGovernance,
  apply: (batch) => {
    const { opened, votes, closed, locks, released } = governanceChanges(batch)
    return [
      ...(opened.length > 0 ? [open(opened)] : []),
      ...(locks.length > 0 ? [lock(locks)] : []),
      ...(votes.length > 0 ? [sum(votes), vote(votes), castLocks(votes)] : []),
      ...(closed.length > 0 ? [close(closed)] : []),
      ...(released.length > 0 ? [release(released)] : []),
    ]
  },
}
