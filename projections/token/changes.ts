import { happenedAt } from '../../events/happened-at.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import type { RowOf } from '../table.ts'
import type { stake, stakeChange } from './tables.ts'

interface TokenChanges {
  /** Changes of each stake and of its claimed rewards, and its Σ stake × seconds after the newest event. */
  readonly stakes: readonly RowOf<typeof stake.columns>[]
  /** Changes of the total stake. */
  readonly totals: readonly RowOf<typeof stakeChange.columns>[]
}

/** The only wallet events used, so that the many others need not be parsed again. */
const STAKE_EVENTS = new Set(['YutStaked', 'YutUnstaked', 'RewardsClaimed'])

/** Nets a batch to one change per stake. */
export const tokenChanges = (batch: readonly RecordedEvent[]): TokenChanges => {
  const stakes = new Map<string, RowOf<typeof stake.columns>>()
  const totals: RowOf<typeof stakeChange.columns>[] = []

  const changeStake = (
    { position }: RecordedEvent,
    at: string,
    { memberId, stakeSeconds }: { readonly memberId: string; readonly stakeSeconds: string },
    { minor = 0n, claimedMinor = 0n }: { minor?: bigint; claimedMinor?: bigint },
  ): void => {
    const known = stakes.get(memberId)
    stakes.set(memberId, {
      memberId,
      minor: (known?.minor ?? 0n) + minor,
      claimedMinor: (known?.claimedMinor ?? 0n) + claimedMinor,
      seconds: BigInt(stakeSeconds),
      since: known && known.since > at ? known.since : at,
      position,
    })
    if (minor !== 0n) totals.push({ position, occurredAt: at, minor })
  }

  for (const recorded of batch) {
    if (!STAKE_EVENTS.has(recorded.type)) continue
    const at = happenedAt(recorded)
    const event = walletEvents.parse(recorded)
    if (event.type === 'YutStaked') {
      changeStake(recorded, at, event.data, { minor: BigInt(event.data.amount.minor) })
    } else if (event.type === 'YutUnstaked') {
      changeStake(recorded, at, event.data, { minor: -BigInt(event.data.amount.minor) })
    } else if (event.type === 'RewardsClaimed') {
      changeStake(recorded, at, event.data, { claimedMinor: BigInt(event.data.amount.minor) })
    }
  }
  return { stakes: [...stakes.values()], totals }
}
