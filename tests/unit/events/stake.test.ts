import { describe, expect, it } from 'vitest'
import { money } from '../../../events/money.ts'
import type { WalletCommand } from '../../../events/wallet/decide.ts'
import type { WalletEvent } from '../../../events/wallet/events.ts'
import { ada, AT, closed, credited, given, idOf, opened, reversed, sent } from '../../support/wallet-spec.ts'
import { usd } from '../../../events/money.ts'

const yut = (whole: number) => money('YUT', BigInt(whole) * 1_000_000n)
const json = (whole: number) => ({ currency: 'YUT', minor: `${whole}000000` }) as const
const granted: WalletEvent = {
  type: 'YutGranted',
  data: { memberId: ada, grantId: idOf('grant'), reason: 'demo', amount: json(100) },
}
const staked = (whole: number): WalletEvent => ({
  type: 'YutStaked',
  data: { memberId: ada, stakeId: idOf(`staked ${whole}`), amount: json(whole), stakeSeconds: '0' },
})
const stake = (whole: number): WalletCommand => ({
  type: 'stake',
  stakeId: idOf('stake'),
  amount: yut(whole),
  pauses: [],
})
const unstake = (whole: number): WalletCommand => ({
  type: 'unstake',
  stakeId: idOf('unstake'),
  amount: yut(whole),
  pauses: [],
})
const LATER = '2026-01-05T00:00:00.000Z'
const locked = (whole: number, proposal: string, until = LATER): WalletEvent => ({
  type: 'StakeLocked',
  data: {
    memberId: ada,
    voteId: idOf(`vote ${proposal}`),
    proposalId: idOf(proposal),
    vote: 'for',
    amount: json(whole),
    until,
  },
})

describe('staking', () => {
  it('takes what is available', () =>
    given(opened, granted)
      .when(stake(100))
      .makes({
        type: 'YutStaked',
        data: { memberId: ada, stakeId: idOf('stake'), amount: json(100), stakeSeconds: '0' },
      }))
  it('refuses more than is available', () => {
    given(opened, granted).when(stake(101)).refuses('insufficient_funds')
    given(opened, granted, staked(60)).when(stake(41)).refuses('insufficient_funds')
  })
  it('refuses zero', () => given(opened, granted).when(stake(0)).refuses('amount_out_of_range'))
  it('is blocked while the wallet is overdrawn', () =>
    given(opened, granted, credited(usd(100)), sent(usd(60)), reversed(usd(100)))
      .when(stake(1))
      .refuses('wallet_overdrawn'))
})

describe('unstaking', () => {
  it('refuses more than is staked', () =>
    given(opened, granted, staked(10))
      .when(unstake(11))
      .refuses('insufficient_stake', /10\.000000 YUT/))
  it('refuses what a vote holds, saying which proposal and until when', () =>
    expect(() => given(opened, granted, staked(10), locked(10, 'p')).when(unstake(1)).doesNothing()).toThrow(
      expect.objectContaining({
        code: 'stake_locked',
        details: { proposalId: idOf('p'), until: LATER, by: 'vote' },
      }),
    ))
  it('gives back what no vote holds', () =>
    given(opened, granted, staked(10), locked(10, 'p'), staked(5))
      .when(unstake(5))
      .makes({
        type: 'YutUnstaked',
        data: { memberId: ada, stakeId: idOf('unstake'), amount: json(5), stakeSeconds: '0' },
      }))
  it('counts votes on several proposals by the largest, not by the sum', () => {
    const facts = [opened, granted, staked(10), locked(10, 'p'), locked(10, 'q'), staked(5)]
    given(...facts)
      .when(unstake(6))
      .refuses('stake_locked')
    given(...facts)
      .when(unstake(5))
      .makes({
        type: 'YutUnstaked',
        data: { memberId: ada, stakeId: idOf('unstake'), amount: json(5), stakeSeconds: '0' },
      })
  })
  it('is free when the proposal has closed or the lock was released', () => {
    const makes: WalletEvent = {
      type: 'YutUnstaked',
      data: { memberId: ada, stakeId: idOf('unstake'), amount: json(10), stakeSeconds: '0' },
    }
    given(opened, granted, staked(10), locked(10, 'p', AT))
      .when(unstake(10))
      .makes(makes)
    const released: WalletEvent = { type: 'StakeReleased', data: { memberId: ada, proposalId: idOf('p') } }
    given(opened, granted, staked(10), locked(10, 'p'), released).when(unstake(10)).makes(makes)
  })
})

describe('voting power', () => {
  const lock = (until = LATER): WalletCommand => ({
    type: 'lockStake',
    voteId: idOf('v'),
    proposalId: idOf('p'),
    vote: 'for',
    until,
  })
  it('is the whole stake', () =>
    given(opened, granted, staked(10), staked(5))
      .when(lock())
      .makes({
        type: 'StakeLocked',
        data: {
          memberId: ada,
          voteId: idOf('v'),
          proposalId: idOf('p'),
          vote: 'for',
          amount: json(15),
          until: LATER,
        },
      }))
  it('needs a stake', () => given(opened, granted).when(lock()).refuses('no_governance_power'))
  it('ends with the proposal', () =>
    given(opened, granted, staked(10)).when(lock(AT)).refuses('voting_closed'))
})

describe('claiming', () => {
  it('refuses more than was earned', () =>
    given(opened, granted, staked(10))
      .when({ type: 'claimRewards', claimId: idOf('c'), amount: yut(1), claimedBefore: 0n, pauses: [] })
      .refuses('insufficient_rewards'))
  it('refuses for good what was worked out before another claim', () =>
    given(opened, granted, staked(10))
      .when({ type: 'claimRewards', claimId: idOf('c'), amount: yut(1), claimedBefore: 1n, pauses: [] })
      .refuses('already_claimed'))
})

describe('closing', () => {
  it('needs everything unstaked', () => {
    const empty: WalletEvent = { ...granted, data: { ...granted.data } }
    given(opened, empty, staked(100))
      .when({ type: 'closeWallet' })
      .refuses('wallet_not_empty', /staked/)
    given(opened, closed).when(stake(1)).refuses('wallet_closed')
  })
})

describe('opening a proposal', () => {
  const words = { keyId: 'k', nonce: 'n', ciphertext: 'c' }
  const opens = { title: words, description: words, proposalType: 'other', endsAt: LATER } as const
  const locks = (whole: number, power: number): WalletEvent => ({
    type: 'ProposalStakeLocked',
    data: {
      memberId: ada,
      proposalId: idOf('own'),
      amount: json(whole),
      until: LATER,
      opens: { ...opens, power: `${power}000000` },
    },
  })
  const propose: WalletCommand = {
    type: 'lockProposalStake',
    proposalId: idOf('own'),
    minor: 10_000_000n,
    until: LATER,
    opens,
  }

  it('locks what it needs, and not the rest', () => {
    given(opened, granted, staked(30)).when(propose).makes(locks(10, 30))
    given(opened, granted, staked(30), locks(10, 30))
      .when(unstake(21))
      .refuses('stake_locked', /your proposal/)
    given(opened, granted, staked(30), locks(10, 30))
      .when(unstake(20))
      .makes({
        type: 'YutUnstaked',
        data: { memberId: ada, stakeId: idOf('unstake'), amount: json(20), stakeSeconds: expect.any(String) },
      })
  })
  it('needs as much', () =>
    given(opened, granted, staked(9))
      .when(propose)
      .refuses('power_too_small', /10 staked YUT.*9\.000000/))
  it('locks as much as a vote on it from then on', () =>
    given(opened, granted, staked(30), locks(10, 30), locked(30, 'own'))
      .when(unstake(1))
      .refuses('stake_locked', /your vote/))
  it('is over when the voting is', () =>
    given(opened, granted, staked(10), locks(10, 10), {
      type: 'StakeReleased',
      data: { memberId: ada, proposalId: idOf('own') },
    })
      .when(unstake(10))
      .makes({
        type: 'YutUnstaked',
        data: { memberId: ada, stakeId: idOf('unstake'), amount: json(10), stakeSeconds: expect.any(String) },
      }))
})
