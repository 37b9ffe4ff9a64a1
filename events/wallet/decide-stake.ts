import { formatMinor, money, toAmountJson, type Money } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { WalletCommand } from './commands.ts'
import type { WalletEvent } from './events.ts'
import { claimableAt, stakeSecondsAt, strongestLock, type Holdings } from './wallet.ts'

type CommandOf<Type extends WalletCommand['type']> = Extract<WalletCommand, { type: Type }>

const yut = (minor: bigint): string => `${formatMinor('YUT', minor)} YUT`

const atTheAmount = (code: 'insufficient_stake' | 'insufficient_rewards', sentence: string): Refusal =>
  new Refusal(code, sentence, { amount: sentence })

/** The caller has checked that the tokens can be spent. */
export const stake = (
  { memberId, stake: held }: Holdings,
  command: CommandOf<'stake'>,
  at: string,
): WalletEvent => ({
  type: 'YutStaked',
  data: {
    memberId,
    stakeId: command.stakeId,
    amount: toAmountJson(command.amount),
    stakeSeconds: stakeSecondsAt(held, at, command.pauses).toString(),
  },
})

const assertUnlocked = ({ stake: held }: Holdings, amount: Money, at: string): void => {
  const lock = strongestLock(held, at)
  if (!lock || amount.minor <= held.minor - lock.minor) return
  const { proposalId, until } = lock
  throw new Refusal(
    'stake_locked',
    lock.isProposers
      ? `${yut(lock.minor)} is locked by your proposal until ${until}.`
      : `${yut(lock.minor)} is locked by your vote until ${until}.`,
    {},
    { proposalId, until, by: lock.isProposers ? 'proposal' : 'vote' },
  )
}

export const unstake = (holdings: Holdings, command: CommandOf<'unstake'>, at: string): WalletEvent => {
  const { memberId, stake: held } = holdings
  const { amount, stakeId, pauses } = command
  if (amount.minor > held.minor) throw atTheAmount('insufficient_stake', `Only ${yut(held.minor)} is staked.`)
  assertUnlocked(holdings, amount, at)
  const stakeSeconds = stakeSecondsAt(held, at, pauses).toString()
  return { type: 'YutUnstaked', data: { memberId, stakeId, amount: toAmountJson(amount), stakeSeconds } }
}

export const claimRewards = (
  { memberId, stake: held }: Holdings,
  { claimId, amount, claimedBefore, pauses }: CommandOf<'claimRewards'>,
  at: string,
): WalletEvent => {
  if (held.claimedMinor !== claimedBefore) {
    throw new Refusal('already_claimed', 'These rewards have been claimed already.')
  }
  const claimable = claimableAt(held, at, pauses)
  if (amount.minor > claimable) {
    throw atTheAmount('insufficient_rewards', `Only ${yut(claimable)} can be claimed now.`)
  }
  const stakeSeconds = stakeSecondsAt(held, at, pauses).toString()
  return { type: 'RewardsClaimed', data: { memberId, claimId, amount: toAmountJson(amount), stakeSeconds } }
}

export const lockStake = (
  { memberId, stake: held }: Holdings,
  { voteId, proposalId, vote, until }: CommandOf<'lockStake'>,
  at: string,
): WalletEvent => {
  if (until <= at) throw new Refusal('voting_closed', 'Voting on this proposal has ended.')
  if (held.minor === 0n) {
    throw new Refusal('no_governance_power', 'You need staked YUT to vote. Stake some first.')
  }
  const amount = toAmountJson(money('YUT', held.minor))
  return { type: 'StakeLocked', data: { memberId, voteId, proposalId, vote, amount, until } }
}

export const lockProposalStake = (
  { memberId, stake: held }: Holdings,
  { proposalId, minor, until, opens }: CommandOf<'lockProposalStake'>,
): WalletEvent => {
  if (held.minor < minor) {
    throw new Refusal(
      'power_too_small',
      `You need at least 10 staked YUT to open a proposal. You have ${formatMinor('YUT', held.minor)}.`,
    )
  }
  const amount = toAmountJson(money('YUT', minor))
  const power = held.minor.toString()
  return {
    type: 'ProposalStakeLocked',
    data: { memberId, proposalId, amount, until, opens: { ...opens, power } },
  }
}
