import { happenedAt } from '../../events/happened-at.ts'
import { reserveEvents } from '../../events/token/events.ts'
import { walletEvents } from '../../events/wallet/events.ts'
import { int8 } from '../columns.ts'
import { foldTable } from '../fold-table.ts'
import type { Projection } from '../projection.ts'
import { insert, statement } from '../statements.ts'
import { tokenChanges } from './changes.ts'
import { rewardClaim, stake, stakeChange } from './tables.ts'

/** Reads the old stake first: a change may be negative, but the row to insert must not be. */
const changeStakes = statement(
  { name: 'stake_change_each', writes: 'stake' },
  stake.columns,
  ({ names, source }) => `
    insert into stake as known (${names})
    select given.member_id, coalesce(before.minor, 0) + given.minor, given.seconds, given.since,
      given.claimed_minor, given.position
    from ${source} left join stake before using (member_id)
    on conflict (member_id) do update set
      minor = excluded.minor,
      seconds = excluded.seconds,
      since = greatest(known.since, excluded.since),
      claimed_minor = known.claimed_minor + excluded.claimed_minor,
      position = excluded.position`,
)

const changeTotal = statement(
  { name: 'stake_change_total', writes: 'stake_total' },
  { minor: int8 },
  ({ source }) => `
    insert into stake_total as known (id, minor)
    select true, coalesce((select minor from stake_total), 0) + given.minor from ${source}
    on conflict (id) do update set minor = excluded.minor`,
)

const insertChanges = insert(stakeChange)

const endOf = ({ claimId: id }: { readonly claimId: string }, status: 'paid' | 'released') => ({
  id,
  set: { status },
})

export const rewardClaims = foldTable(rewardClaim, {
  sets: ['status'],
  only: ['status', 'open'],
  effects: (recorded) => {
    if (recorded.type === 'RewardsClaimed') {
      const event = walletEvents.parse(recorded)
      return event.type === 'RewardsClaimed' ? [endOf(event.data, 'paid')] : []
    }
    if (!reserveEvents.isStream(recorded.streamId)) return []
    const event = reserveEvents.parse(recorded)
    if (event.type === 'RewardsReleased') return [endOf(event.data, 'released')]
    if (event.type !== 'RewardsReserved') return []
    const { claimId: id, memberId, amount, claimedBefore } = event.data
    const minors = { minor: BigInt(amount.minor), claimedBefore: BigInt(claimedBefore) }
    const reserved = { reservedAt: happenedAt(recorded), position: recorded.position }
    return [{ begins: { id, memberId, ...minors, status: 'open' as const, ...reserved } }]
  },
})

const followsYut = (streamId: string): boolean =>
  walletEvents.isStream(streamId) || reserveEvents.isStream(streamId)

/** Stakes, their total and its history, and claims on the reward reserve. */
export const tokenProjection: Projection = {
  name: 'token',
  version: 1,
  follows: followsYut,
  apply: (batch) => {
    const { stakes, totals } = tokenChanges(batch)
    const total = totals.reduce((sum, { minor }) => sum + minor, 0n)
    return [
      ...changeStakes(stakes),
      ...changeTotal(totals.length > 0 ? [{ minor: total }] : []),
      ...insertChanges(totals),
      ...rewardClaims.write(batch),
    ]
  },
}
