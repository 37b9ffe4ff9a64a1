import { happenedAt } from '../../events/happened-at.ts'
import { proposalEvents, type ProposalEventOf } from '../../events/governance/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents, type WalletEventOf } from '../../events/wallet/events.ts'

interface At {
  /** When it happened by our clock, ISO. */
  readonly at: string
  readonly position: bigint
}

export interface GovernanceChanges {
  readonly opened: readonly (ProposalEventOf<'ProposalOpened'>['data'] & At)[]
  /** The last vote of each member on each proposal. */
  readonly votes: readonly ProposalEventOf<'VoteCast'>['data'][]
  readonly closed: readonly (ProposalEventOf<'ProposalClosed'>['data'] & At)[]
  /** The last lock of each member for each proposal. */
  readonly locks: readonly (WalletEventOf<'StakeLocked'>['data'] & At)[]
  readonly released: readonly WalletEventOf<'StakeReleased'>['data'][]
}

/** The only wallet events used, so that the many others need not be parsed again. */
const LOCK_EVENTS = new Set(['StakeLocked', 'StakeReleased'])

const keyOf = ({ proposalId, memberId }: { readonly proposalId: string; readonly memberId: string }) =>
  `${proposalId} ${memberId}`

/**
 * Nets a batch. A stake that is locked and released within it leaves no row.
 * @throws {Error} when an event is unknown
 */
export const governanceChanges = (batch: readonly RecordedEvent[]): GovernanceChanges => {
  const opened: GovernanceChanges['opened'][number][] = []
  const closed: GovernanceChanges['closed'][number][] = []
  const votes = new Map<string, GovernanceChanges['votes'][number]>()
  const locks = new Map<string, GovernanceChanges['locks'][number]>()
  const released = new Map<string, GovernanceChanges['released'][number]>()
  for (const recorded of batch) {
    const { streamId, position, type } = recorded
    if (walletEvents.isStream(streamId)) {
      if (!LOCK_EVENTS.has(type)) continue
      const event = walletEvents.parse(recorded)
      if (event.type === 'StakeLocked') {
        released.delete(keyOf(event.data))
        locks.set(keyOf(event.data), { ...event.data, at: happenedAt(recorded), position })
      } else if (event.type === 'StakeReleased') {
        locks.delete(keyOf(event.data))
        released.set(keyOf(event.data), event.data)
      }
      continue
    }
    const event = proposalEvents.parse(recorded)
    switch (event.type) {
      case 'ProposalOpened':
        opened.push({ ...event.data, at: happenedAt(recorded), position })
        break
      case 'VoteCast':
        votes.set(keyOf(event.data), event.data)
        break
      case 'ProposalClosed':
        closed.push({ ...event.data, at: happenedAt(recorded), position })
        break
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
