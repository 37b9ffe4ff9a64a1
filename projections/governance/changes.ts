import { happenedAt } from '../../events/happened-at.ts'
import { proposalEvents } from '../../events/governance/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents, type WalletEventOf } from '../../events/wallet/events.ts'
import type { NewRow, RowOf } from '../table.ts'
import type { proposal, stakeLock, vote } from './tables.ts'

/** The only wallet events used, so that the many others need not be parsed again. */
const LOCK_EVENTS = new Set(['StakeLocked', 'ProposalStakeLocked', 'StakeReleased'])

const NO_VOTES = { status: 'open', votesFor: 0n, votesAgainst: 0n, votesAbstain: 0n, voters: 0n } as const

/** What the close sets. */
type Closed = Omit<
  RowOf<typeof proposal.columns>,
  'creatorId' | 'title' | 'description' | 'proposalType' | 'openedAt' | 'endsAt' | 'voters'
>

const keyOf = ({ proposalId, memberId }: { readonly proposalId: string; readonly memberId: string }) =>
  `${proposalId} ${memberId}`

/**
 * Nets a batch: the last vote and the last lock of each member on each proposal. A stake that is locked and released
 * within it leaves no row.
 * @throws {Error} when an event is unknown
 */
export const governanceChanges = (batch: readonly RecordedEvent[]) => {
  const opened: NewRow<typeof proposal.columns>[] = []
  const closed: Closed[] = []
  const votes = new Map<string, RowOf<typeof vote.columns>>()
  const locks = new Map<string, NewRow<typeof stakeLock.columns>>()
  const released = new Map<string, WalletEventOf<'StakeReleased'>['data']>()
  for (const recorded of batch) {
    const { streamId, position, type } = recorded
    const at = happenedAt(recorded)
    if (walletEvents.isStream(streamId)) {
      if (!LOCK_EVENTS.has(type)) continue
      const event = walletEvents.parse(recorded)
      if (event.type === 'StakeLocked') {
        const { amount, ...lock } = event.data
        released.delete(keyOf(lock))
        locks.set(keyOf(lock), { ...lock, minor: BigInt(amount.minor), lockedAt: at, position })
      } else if (event.type === 'ProposalStakeLocked') {
        const { proposalId, memberId, amount, until } = event.data
        const lock = { proposalId, memberId, until, voteId: null, vote: null, minor: BigInt(amount.minor) }
        locks.set(keyOf(lock), { ...lock, lockedAt: at, position })
      } else if (event.type === 'StakeReleased') {
        locks.delete(keyOf(event.data))
        released.set(keyOf(event.data), event.data)
      }
      continue
    }
    const event = proposalEvents.parse(recorded)
    switch (event.type) {
      case 'ProposalOpened': {
        const { proposalId: id, ...terms } = event.data
        opened.push({ id, ...terms, openedAt: at, ...NO_VOTES, position })
        break
      }
      case 'VoteCast':
        votes.set(keyOf(event.data), { ...event.data, weight: BigInt(event.data.weight) })
        break
      case 'ProposalClosed': {
        const { proposalId: id, outcome: status, votesFor, votesAgainst, votesAbstain } = event.data
        closed.push({
          id,
          status,
          votesFor: BigInt(votesFor),
          votesAgainst: BigInt(votesAgainst),
          votesAbstain: BigInt(votesAbstain),
          quorum: BigInt(event.data.quorum),
          totalStake: BigInt(event.data.totalStake),
          closedAt: at,
          position,
        })
        break
      }
    }
  }
  return {
    opened,
    votes: [...votes.values()],
    closed,
    locks: [...locks.values()],
    released: [...released.values()],
  }
}

export const followsGovernance = (streamId: string): boolean =>
  proposalEvents.isStream(streamId) || walletEvents.isStream(streamId)
