import { happenedAt } from '../../events/happened-at.ts'
import { reserveEvents, type ReserveEventOf } from '../../events/token/events.ts'
import type { RecordedEvent } from '../../events/store/event-store.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import type { Draft, RowOf } from '../table.ts'
import type { rewardClaim, stake } from './tables.ts'

type Claim = Draft<RowOf<typeof rewardClaim.columns>>

/** One change of the total stake. */
interface TotalChange {
  readonly position: bigint
  readonly at: string
  readonly minor: bigint
}

interface TokenChanges {
  /** Changes of each stake and of its claimed rewards, and its Σ stake × seconds after the newest event. */
  readonly stakes: readonly RowOf<typeof stake.columns>[]
  readonly totals: readonly TotalChange[]
  readonly claims: readonly Claim[]
  /** Ends of claims that were made in earlier batches. */
  readonly endedClaims: readonly { readonly id: string; readonly status: 'paid' | 'released' }[]
}

/** The only wallet events used, so that the many others need not be parsed again. */
const STAKE_EVENTS = new Set(['YutStaked', 'YutUnstaked', 'RewardsClaimed'])

const isTokenEvent = ({ streamId, type }: RecordedEvent): boolean =>
  reserveEvents.isStream(streamId) || (walletEvents.isStream(streamId) && STAKE_EVENTS.has(type))

/**
 * Nets a batch to one change per stake.
 * @throws {Error} when a claim is made or ends twice
 */
export const tokenChanges = (batch: readonly RecordedEvent[]): TokenChanges => {
  const stakes = new Map<string, RowOf<typeof stake.columns>>()
  const totals: TotalChange[] = []
  const claims = new Map<string, Claim>()
  const endedClaims = new Map<string, 'paid' | 'released'>()

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
    if (minor !== 0n) totals.push({ position, at, minor })
  }

  const reserve = ({ data }: ReserveEventOf<'RewardsReserved'>, { position }: RecordedEvent, at: string) => {
    const { claimId: id, memberId, amount, claimedBefore } = data
    if (claims.has(id)) throw new Error(`Claim ${id} is made twice`)
    claims.set(id, {
      id,
      memberId,
      minor: BigInt(amount.minor),
      claimedBefore: BigInt(claimedBefore),
      status: 'open',
      reservedAt: at,
      position,
    })
  }

  const end = (id: string, status: 'paid' | 'released'): void => {
    const made = claims.get(id)
    if (endedClaims.has(id) || (made && made.status !== 'open')) throw new Error(`Claim ${id} ends twice`)
    if (made) made.status = status
    else endedClaims.set(id, status)
  }

  for (const recorded of batch) {
    if (!isTokenEvent(recorded)) continue
    const at = happenedAt(recorded)
    if (reserveEvents.isStream(recorded.streamId)) {
      const event = reserveEvents.parse(recorded)
      if (event.type === 'RewardsReserved') reserve(event, recorded, at)
      else if (event.type === 'RewardsReleased') end(event.data.claimId, 'released')
      continue
    }
    const event = walletEvents.parse(recorded)
    if (event.type === 'YutStaked') {
      changeStake(recorded, at, event.data, { minor: BigInt(event.data.amount.minor) })
    } else if (event.type === 'YutUnstaked') {
      changeStake(recorded, at, event.data, { minor: -BigInt(event.data.amount.minor) })
    } else if (event.type === 'RewardsClaimed') {
      changeStake(recorded, at, event.data, { claimedMinor: BigInt(event.data.amount.minor) })
      end(event.data.claimId, 'paid')
    }
  }
  return {
    stakes: [...stakes.values()],
    totals,
    claims: [...claims.values()],
    endedClaims: [...endedClaims].map(([id, status]) => ({ id, status })),
  }
}
