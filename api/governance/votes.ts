import { derivedId, type Clock } from '../../events/ids.ts'
import { closesAt } from '../../events/governance/decide.ts'
import type { Vote } from '../../events/vote.ts'
import { Refusal } from '../../events/refusal.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import type { WalletEvent, WalletEventOf } from '../../events/wallet/events.ts'
import type { HeldVote } from '../../projections/governance/queries.ts'
import { causedBy, type Attempt } from '../attempt.ts'
import type { Wallets } from '../wallet/wallets.ts'
import { doneBefore } from '../token/done-before.ts'
import type { Proposals } from './proposals.ts'
import type { InTurn } from '../token/turns.ts'

export interface VoteOrder extends Attempt {
  readonly proposalId: string
  readonly vote: Vote
}

export interface VoteOutcome {
  readonly voteId: string
  /** Millionths of a YUT. */
  readonly weight: bigint
  /** ISO time. */
  readonly votedAt: string
  readonly position: bigint
}

export interface Votes {
  /**
   * Holds the member's whole stake for the proposal and casts it; an earlier vote of theirs is replaced.
   * @throws {Refusal} `proposal_not_found`, `voting_closed`, `no_governance_power`; the vote does not count
   */
  cast(order: VoteOrder): Promise<VoteOutcome>
  /**
   * The second step: the proposal takes a vote whose stake is held. Safe to repeat any number of times.
   * @throws {Refusal} `already_voted_since`, `voting_closed`: it does not count
   */
  complete(held: HeldVote): Promise<VoteOutcome>
}

const isLock = (event: WalletEvent): event is WalletEventOf<'StakeLocked'> => event.type === 'StakeLocked'

export const createVotes = ({
  store,
  wallets,
  proposals,
  clock,
  inTurn,
  endOf,
}: {
  store: EventStore
  wallets: Wallets
  proposals: Proposals
  clock: Clock
  /** A member's votes one after another: the last one asked for is the one that counts. */
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

  const heldBefore = async (memberId: string, voteId: string): Promise<HeldVote | null> => {
    const done = await doneBefore(store, memberId, derivedId('StakeLocked', voteId), isLock)
    if (!done) return null
    const { proposalId, vote, amount } = done.event.data
    const weight = BigInt(amount.minor)
    return { voteId, proposalId, memberId, vote, weight, votedAt: done.at, position: done.position }
  }

  const hold = async (order: VoteOrder, voteId: string): Promise<HeldVote> => {
    const { memberId, proposalId, vote, repeated } = order
    const endsAt = await endOf(proposalId)
    if (endsAt === null) throw new Refusal('proposal_not_found', 'There is no proposal with this id.')
    const at = clock().toISOString()
    if (at >= endsAt) throw new Refusal('voting_closed', 'Voting on this proposal has ended.')
    const { events, position } = await wallets.execute(
      memberId,
      { type: 'lockStake', voteId, proposalId, vote, until: closesAt(endsAt) },
      {
        ...causedBy(order, voteId),
        at,
        ...(repeated && { step: { eventId: derivedId('StakeLocked', voteId), after: 0n } }),
      },
    )
    const lock = events.find(isLock)
    const held = lock
      ? { voteId, proposalId, memberId, vote, weight: BigInt(lock.data.amount.minor), votedAt: at, position }
      : await heldBefore(memberId, voteId)
    if (!held) throw new Error(`StakeLocked of vote ${voteId} is not in the ledger`)
    return held
  }

  return {
    cast: (order) =>
      inTurn(order.memberId, async () => {
        const voteId = derivedId('vote', order.memberId, order.idempotencyKey)
        const before = order.repeated ? await heldBefore(order.memberId, voteId) : null
        return complete(before ?? (await hold(order, voteId)))
      }),
    complete,
  }
}
