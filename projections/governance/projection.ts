import type { Projection } from '../projection.ts'
import { insert, set, statement, update, upsert } from '../statements.ts'
import { followsGovernance, governanceChanges, type GovernanceChanges } from './changes.ts'
import { proposal, stakeLock, vote } from './tables.ts'

const open = insert(proposal)
const lock = upsert(stakeLock, {
  voteId: set,
  vote: set,
  minor: set,
  lockedAt: set,
  until: set,
  position: set,
})

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

const cast = upsert(vote, { voteId: set, vote: set, weight: set, votedAt: set })

/** Marks locks whose votes are cast; a lock that was released in the same batch has no row. */
const castLocks = statement(
  { name: 'stake_lock_cast', writes: 'stake_lock' },
  vote.columns,
  ({ source }) => `
    update stake_lock set cast_at = greatest(cast_at, given.voted_at) from ${source}
    where stake_lock.proposal_id = given.proposal_id and stake_lock.member_id = given.member_id`,
  () => null,
)

const close = update(
  proposal,
  {
    status: set,
    votesFor: set,
    votesAgainst: set,
    votesAbstain: set,
    quorum: set,
    totalStake: set,
    closedAt: set,
    position: set,
  },
  { name: 'proposal_close', where: `known.status = 'open'` },
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

const openedOf = ({ at: openedAt, ...opened }: GovernanceChanges['opened'][number]) =>
  ({
    ...opened,
    id: opened.proposalId,
    openedAt,
    status: 'open',
    votesFor: 0n,
    votesAgainst: 0n,
    votesAbstain: 0n,
    voters: 0n,
  }) as const

const closedOf = ({
  at: closedAt,
  outcome: status,
  proposalId: id,
  position,
  ...closed
}: GovernanceChanges['closed'][number]) => ({
  id,
  status,
  votesFor: BigInt(closed.votesFor),
  votesAgainst: BigInt(closed.votesAgainst),
  votesAbstain: BigInt(closed.votesAbstain),
  quorum: BigInt(closed.quorum),
  totalStake: BigInt(closed.totalStake),
  closedAt,
  position,
})

/** Proposals with their votes, and the stakes that votes lock. */
export const governanceProjection: Projection = {
  name: 'governance',
  version: 1,
  follows: followsGovernance,
  apply: (batch) => {
    const { opened, votes, closed, locks, released } = governanceChanges(batch)
    const counted = votes.map((one) => ({ ...one, weight: BigInt(one.weight) }))
    return [
      ...open(opened.map(openedOf)),
      ...lock(
        locks.map(({ at: lockedAt, amount, ...one }) => ({ ...one, lockedAt, minor: BigInt(amount.minor) })),
      ),
      ...sum(counted),
      ...cast(counted),
      ...castLocks(counted),
      ...close(closed.map(closedOf)),
      ...release(released),
    ]
  },
}
