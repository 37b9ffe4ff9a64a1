import { earnedBy } from '../../../events/wallet/accrual.ts'
import { accrued, type Member, type World } from './world.ts'

const yut = (minor: bigint) => ({ currency: 'YUT', minor: minor.toString() }) as const

export const grant = (world: World, member: Member, minor: bigint): void => {
  member.balances.YUT += minor
  world.wallet(member, {
    type: 'YutGranted',
    data: { memberId: member.id, grantId: world.newId('grant'), reason: 'welcome', amount: yut(minor) },
  })
}

const moveStake = (world: World, member: Member, minor: bigint): void => {
  const stakeSeconds = accrued(world, member)
  const data = { memberId: member.id, stakeId: world.newId('stake'), stakeSeconds }
  member.balances.YUT -= minor
  member.stake += minor
  world.totalStake += minor
  if (minor > 0n) world.wallet(member, { type: 'YutStaked', data: { ...data, amount: yut(minor) } })
  else world.wallet(member, { type: 'YutUnstaked', data: { ...data, amount: yut(-minor) } })
}

export const stake = (world: World, member: Member): void => {
  const minor = member.balances.YUT / BigInt(world.upTo(4) + 1)
  if (minor > 0n) moveStake(world, member, minor)
}

/** Takes back a part of the stake, unless a vote locks it. */
export const unstake = (world: World, member: Member): void => {
  const minor = member.stake / BigInt(world.upTo(4) + 1)
  if (minor > 0n && member.holds.size === 0) moveStake(world, member, -minor)
}

export const fundReserve = (world: World, minor: bigint): void => {
  const isEmpty = world.pauses.at(-1)?.to === null
  world.reserve += minor
  world.rewardReserve({
    type: 'RewardReserveFunded',
    data: { fundingId: world.newId('funding'), amount: yut(minor) },
  })
  if (!isEmpty) return
  const pause = world.pauses.pop()
  if (!pause) return
  const to = world.at()
  world.pauses.push({ ...pause, to })
  world.rewardReserve({
    type: 'RewardReserveReplenished',
    data: { pauseId: world.newId('replenished'), accrualResumesAt: to },
  })
}

/** Claims the earned rewards, at most what the reserve has; sometimes the wallet refuses and they are released. */
export const claim = (world: World, member: Member): void => {
  const { stakeSeconds, stakedSince } = member
  const total = BigInt(accrued(world, member))
  const earned = earnedBy(total) - member.claimed
  const minor = earned < world.reserve ? earned : world.reserve
  if (minor <= 0n) {
    Object.assign(member, { stakeSeconds, stakedSince })
    return
  }
  const ids = { claimId: world.newId('claim'), memberId: member.id }
  world.rewardReserve({
    type: 'RewardsReserved',
    data: { ...ids, amount: yut(minor), claimedBefore: member.claimed.toString() },
  })
  if (world.random() < 0.05) {
    Object.assign(member, { stakeSeconds, stakedSince })
    world.rewardReserve({
      type: 'RewardsReleased',
      data: { ...ids, amount: yut(minor), reason: 'wallet_closed' },
    })
    return
  }
  world.reserve -= minor
  if (world.reserve === 0n) {
    const from = world.at()
    world.pauses.push({ from, to: null })
    world.rewardReserve({
      type: 'RewardReserveExhausted',
      data: { pauseId: world.newId('exhausted'), accrualStopsAt: from },
    })
  }
  member.claimed += minor
  member.balances.YUT += minor
  const now = accrued(world, member)
  world.wallet(member, { type: 'RewardsClaimed', data: { ...ids, amount: yut(minor), stakeSeconds: now } })
}
