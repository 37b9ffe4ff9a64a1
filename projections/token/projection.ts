import { isReserveStream } from '../../events/token/events.ts'
import { isWalletStream } from '../../events/wallet/events.ts'
import { columnsOf } from '../array-literal.ts'
import type { Projection, Statement } from '../projection.ts'
import { yutChanges, type NewClaim, type StakeChange, type TotalChange, type YutChanges } from './changes.ts'

const changeStakes = (stakes: readonly StakeChange[]): Statement => ({
  name: 'stake_change_each',
  text: `
    insert into stake as known (member_id, minor, seconds, since, claimed_minor, position)
    select change.member_id, coalesce(before.minor, 0) + change.minor, change.seconds, change.since,
      change.claimed_minor, change.position
    from unnest($1::uuid[], $2::bigint[], $3::numeric[], $4::timestamptz[], $5::bigint[], $6::bigint[])
      as change (member_id, minor, seconds, since, claimed_minor, position)
    left join stake before using (member_id)
    on conflict (member_id) do update set
      minor = excluded.minor,
      seconds = excluded.seconds,
      since = greatest(known.since, excluded.since),
      claimed_minor = known.claimed_minor + excluded.claimed_minor,
      position = excluded.position`,
  values: columnsOf(
    stakes,
    ({ memberId }) => memberId,
    ({ minor }) => minor,
    ({ seconds }) => seconds,
    ({ since }) => since,
    ({ claimedMinor }) => claimedMinor,
    ({ position }) => position,
  ),
  rows: stakes.length,
})

const changeTotal = (totals: readonly TotalChange[]): Statement => ({
  name: 'stake_change_total',
  text: `
    insert into stake_total as known (id, minor)
    select true, coalesce((select minor from stake_total), 0) + $1::bigint
    on conflict (id) do update set minor = excluded.minor`,
  values: [totals.reduce((sum, { minor }) => sum + minor, 0n).toString()],
  rows: 1,
})

const keepChanges = (totals: readonly TotalChange[]): Statement => ({
  name: 'stake_change_keep',
  text: `
    insert into stake_change (position, occurred_at, minor)
    select * from unnest($1::bigint[], $2::timestamptz[], $3::bigint[])`,
  values: columnsOf(
    totals,
    ({ position }) => position,
    ({ at }) => at,
    ({ minor }) => minor,
  ),
  rows: totals.length,
})

const addClaims = (claims: readonly NewClaim[]): Statement => ({
  name: 'reward_claim_add',
  text: `
    insert into reward_claim (id, member_id, minor, claimed_before, status, reserved_at, position)
    select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[], $6::timestamptz[], $7::bigint[])`,
  values: columnsOf(
    claims,
    ({ id }) => id,
    ({ memberId }) => memberId,
    ({ minor }) => minor,
    ({ claimedBefore }) => claimedBefore,
    ({ status }) => status,
    ({ reservedAt }) => reservedAt,
    ({ position }) => position,
  ),
  rows: claims.length,
})

const endClaims = (ended: YutChanges['endedClaims']): Statement => ({
  name: 'reward_claim_end',
  text: `
    update reward_claim set status = ended.status
    from unnest($1::uuid[], $2::text[]) as ended (id, status)
    where reward_claim.id = ended.id and reward_claim.status = 'open'`,
  values: columnsOf(
    ended,
    ({ id }) => id,
    ({ status }) => status,
  ),
  rows: ended.length,
})

const followsYut = (streamId: string): boolean => isWalletStream(streamId) || isReserveStream(streamId)

/** Stakes, their total and its history, and claims on the reward reserve. */
export const yutProjection: Projection = {
  name: 'yut',
  version: 1,
  follows: followsYut,
  apply: (batch) => {
    const { stakes, totals, claims, endedClaims } = yutChanges(batch)
    return [
      ...(stakes.length > 0 ? [changeStakes(stakes)] : []),
      ...(totals.length > 0 ? [changeTotal(totals), keepChanges(totals)] : []),
      ...(claims.length > 0 ? [addClaims(claims)] : []),
      ...(endedClaims.length > 0 ? [endClaims(endedClaims)] : []),
    ]
  },
}
