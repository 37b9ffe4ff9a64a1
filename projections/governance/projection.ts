import type { Projection } from '../projection.ts'
import { insert, setsOf, statement, upsert } from '../statements.ts'
import { followsGovernance, governanceChanges } from './changes.ts'
import { proposal, stakeLock, vote } from './tables.ts'

const open = insert(proposal)
const lock = upsert(stakeLock, ['voteId', 'vote', 'minor', 'lockedAt', 'until', 'position'])

/** Adds the new votes to the sums and subtracts those that they replace. */
const sumOf = (of: string) =>
  `coalesce(sum(given.weight) filter (where given.vote = '${of}'), 0)
    - coalesce(sum(earlier.weight) filter (where earlier.vote = '${of}'), 0)`
const sum = statement(
  { name: 'proposal_sum', writes: 'proposal', reads: ['vote'] },
  vote.columns,
  ({ source }) => `
    update proposal set
      votes_for = proposal.votes_for + change.votes_for,
      votes_against = proposal.votes_against + change.votes_against,
      votes_abstain = proposal.votes_abstain + change.votes_abstain,
      voters = proposal.voters + change.voters
    from (
      select given.proposal_id, ${sumOf('for')} as votes_for, ${sumOf('against')} as votes_against,
        ${sumOf('abstain')} as votes_abstain, count(*) - count(earlier.member_id) as voters
      from ${source} left join vote earlier using (proposal_id, member_id)
      group by given.proposal_id
    ) as change
    where proposal.id = change.proposal_id`,
  (given) => new Set(given.map(({ proposalId }) => proposalId)).size,
)

const cast = upsert(vote, ['voteId', 'vote', 'weight', 'votedAt'])

/** Marks locks whose votes are cast; a lock that was released in the same batch has no row. */
const castLocks = statement(
  { name: 'stake_lock_cast', writes: 'stake_lock' },
  vote.columns,
  ({ source }) => `
    update stake_lock set cast_at = greatest(cast_at, given.voted_at) from ${source}
    where stake_lock.proposal_id = given.proposal_id and stake_lock.member_id = given.member_id`,
  () => null,
)

const END = [
  'status',
  'votesFor',
  'votesAgainst',
  'votesAbstain',
  'quorum',
  'totalStake',
  'closedAt',
  'position',
] as const
const close = statement(
  { name: 'proposal_close', writes: 'proposal' },
  proposal.pick('id', ...END).columns,
  ({ source }) => `
    update proposal as known set ${setsOf(END)} from ${source} where known.id = given.id and known.status = 'open'`,
)

/** A lock that began in the same batch was never written. */
const release = statement(
  { name: 'stake_lock_release', writes: 'stake_lock' },
  stakeLock.pick('proposalId', 'memberId').columns,
  ({ source }) => `
    delete from stake_lock using ${source}
    where stake_lock.proposal_id = given.proposal_id and stake_lock.member_id = given.member_id`,
  () => null,
)

/** Proposals with their votes, and the stakes that they lock. */
export const governanceProjection: Projection = {
  name: 'governance',
  version: 1,
  follows: followsGovernance,
  apply: (batch) => {
    const { opened, votes, closed, locks, released } = governanceChanges(batch)
    return [
      ...open(opened),
      ...lock(locks),
      ...sum(votes),
      ...cast(votes),
      ...castLocks(votes),
      ...close(closed),
      ...release(released),
    ]
  },
}
