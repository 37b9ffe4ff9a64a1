import { derivedId, type Clock } from '../../events/ids.ts'
import { closesAt } from '../../events/governance/decide.ts'
import type { Vote } from '../../events/vote.ts'
import { Refusal } from '../../events/refusal.ts'
import type { StoredEvent } from '../../events/store/commands.ts'
import type { WalletEvent } from '../../events/wallet/events.ts'
import type { LockedVote } from '../../projections/governance/queries.ts'
import { causedBy, doneAfter, keyedStep, type Attempt } from '../http/attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import type { Proposals } from './proposals.ts'
import type { InTurn } from '../../events/turns.ts'
import { completing } from '../processes/completing.ts'

interface VoteOrder extends Attempt {
  readonly proposalId: string
  readonly vote: Vote
}

interface VoteOutcome {
  readonly voteId: string
  /** Millionths of a YUT. */
  readonly weight: bigint
  /** ISO time. */
  readonly votedAt: string
  readonly position: bigint
}

export interface Votes {
  /**
   * Locks the member's whole stake for the proposal and casts the vote; it replaces the member's earlier vote.
   * @throws {Refusal} `proposal_not_found`, `voting_closed`, `no_governance_power`; the vote does not count
   */
  cast(order: VoteOrder): Promise<VoteOutcome>
  /**
   * The second step: casts a vote whose stake is locked. Safe to repeat any number of times.
   * @throws {Refusal} `already_voted_since`, `voting_closed`: the vote does not count
   */
  complete(held: LockedVote): Promise<VoteOutcome>
}

/** The vote for which a stake was locked. */
const lockedBy = ({ event, at, position }: StoredEvent<WalletEvent>): LockedVote => {
  if (event.type !== 'StakeLocked') throw new Error(`A stake was locked by a ${event.type}`)
  const { voteId, proposalId, memberId, vote, amount } = event.data
  return { voteId, proposalId, memberId, vote, weight: BigInt(amount.minor), votedAt: at, position }
}

export const createVotes = ({
  wallets,
  proposals,
  clock,
  inTurn,
  endOf,
}: {
  wallets: Wallets
  proposals: Proposals
  clock: Clock
  /** Serializes a member's votes: the last one requested counts. */
  inTurn: InTurn
  /** When the voting on a proposal ends (ISO time); null when there is no such proposal. */
  endOf: (proposalId: string) => Promise<string | null>
}): Votes => {
  const complete: Votes['complete'] = async (held) => {
    const { voteId, proposalId, memberId, vote, weight, votedAt } = held
    const { position } = await proposals.execute(
      proposalId,
      { type: 'castVote', voteId, memberId, vote, weight, votedAt },
      {
        actor: memberId,
        correlationId: voteId,
        causationId: derivedId('StakeLocked', voteId),
        at: clock().toISOString(),
        step: { eventId: derivedId('VoteCast', voteId), after: held.position },
      },
    )
    return { voteId, weight, votedAt, position }
  }

  const lock = async (order: VoteOrder, voteId: string): Promise<LockedVote> => {
    const { memberId, proposalId, vote, repeated } = order
    const step = { eventId: derivedId('StakeLocked', voteId), after: doneAfter(order) }
    const before = repeated ? await wallets.find(memberId, step) : null
    if (before) return lockedBy(before)
    const endsAt = await endOf(proposalId)
    if (endsAt === null) throw new Refusal('proposal_not_found', 'There is no proposal with this id.')
    const at = clock().toISOString()
    if (at >= endsAt) throw new Refusal('voting_closed', 'Voting on this proposal has ended.')
    const handled = await wallets.execute(
      memberId,
      { type: 'lockStake', voteId, proposalId, vote, until: closesAt(endsAt) },
      {
        ...causedBy(order, voteId),
        at,
        ...keyedStep(order, step.eventId),
      },
    )
    const event = handled.events.find(({ type }) => type === 'StakeLocked')
    if (!event) throw new Error(`StakeLocked of vote ${voteId} was not made`)
    return lockedBy({ ...handled, event })
  }

  return {
    cast: (order) =>
      inTurn(order.memberId, async () => {
        const voteId = derivedId('vote', order.memberId, order.idempotencyKey)
        return complete(await lock(order, voteId))
      }),
    complete,
  }
}

/** Casts votes whose stake is locked already. Refused when a later vote counts or the proposal has closed. */
export const startVoteCompletion = completing<LockedVote>({
  name: 'vote completion',
  wokenBy: ['governance'],
  report: 'Completed votes that had been left half done',
  refusalIsOutcome: true,
})
