import { describe, expect, it } from 'vitest'
import { walletFacts } from '../../../projections/wallet-facts.ts'
import { walletChanges } from '../../../projections/wallet/changes.ts'
import { walletProjection } from '../../../projections/wallet/projection.ts'
import {
  cents,
  deposited,
  depositReversed,
  memberNamed,
  recorded,
  timeOf,
  transferOf,
  walletOpened,
  type WalletEntry,
} from '../../support/wallet-log.ts'

const ada = memberNamed('ada')
const grace = memberNamed('grace')
const changesOf = (...entries: WalletEntry[]) => walletChanges(walletFacts(recorded(entries)))

const nothingEarned = { stakedMinor: 0n, interestMinor: 0n, rewardsMinor: 0n, takenBackMinor: 0n }

describe('wallet changes', () => {
  it('nets a batch to one change per wallet', () => {
    const { sent, received } = transferOf(ada, grace, 't', cents(30))
    expect(
      changesOf(walletOpened(ada), deposited(ada, 'd', cents(100)), walletOpened(grace), sent, received),
    ).toEqual([
      {
        memberId: ada,
        openedAt: timeOf(0),
        status: 'open',
        balances: { USD: 70n, USDC: 0n, YUT: 0n },
        ...nothingEarned,
        treasuryAccountId: null,
        billsFromWallet: null,
        position: 4n,
      },
      {
        memberId: grace,
        openedAt: timeOf(2),
        status: 'open',
        balances: { USD: 30n, USDC: 0n, YUT: 0n },
        ...nothingEarned,
        treasuryAccountId: null,
        billsFromWallet: null,
        position: 5n,
      },
    ])
  })

  it('gives money back when a transfer is returned and takes it when a deposit is', () => {
    const { sent, returned } = transferOf(ada, grace, 't', cents(30))
    const [change] = changesOf(deposited(ada, 'd', cents(100)), sent, returned)
    expect(change?.balances.USD).toBe(100n)
    const [after] = changesOf(depositReversed(ada, 'd', cents(100)))
    expect(after?.balances.USD).toBe(-100n)
  })

  it('keeps currencies apart', () => {
    const yut = { currency: 'YUT', minor: '5000000' } as const
    const { sent } = transferOf(ada, grace, 't', { currency: 'USDC', minor: '7' })
    const [change] = changesOf(
      {
        memberId: ada,
        event: {
          type: 'YutGranted',
          data: { memberId: ada, grantId: memberNamed('g'), reason: 'demo', amount: yut },
        },
      },
      sent,
    )
    expect(change?.balances).toEqual({ USD: 0n, USDC: -7n, YUT: 5_000_000n })
  })

  it('moves tokens between balance and stake and counts what was earned', () => {
    const amount = { currency: 'YUT', minor: '7' } as const
    const stake = { memberId: ada, stakeId: memberNamed('s'), amount, stakeSeconds: '0' }
    const interest = { memberId: ada, day: '2026-01-01', balanceMinor: '1', amount: cents(3), remainder: '0' }
    const [change] = changesOf(
      { memberId: ada, event: { type: 'YutStaked', data: stake } },
      { memberId: ada, event: { type: 'YutStaked', data: { ...stake, stakeId: memberNamed('s2') } } },
      { memberId: ada, event: { type: 'YutUnstaked', data: { ...stake, stakeId: memberNamed('u') } } },
      {
        memberId: ada,
        event: {
          type: 'RewardsClaimed',
          data: { memberId: ada, claimId: memberNamed('c'), amount, stakeSeconds: '0' },
        },
      },
      { memberId: ada, event: { type: 'InterestPaid', data: interest } },
    )
    expect(change).toMatchObject({
      balances: { USD: 3n, USDC: 0n, YUT: 0n },
      stakedMinor: 7n,
      rewardsMinor: 7n,
      takenBackMinor: 0n,
      interestMinor: 3n,
    })
  })

  it('notes the treasury account and the end of a wallet', () => {
    const [change] = changesOf(
      { memberId: ada, event: { type: 'TreasuryAccountOpened', data: { memberId: ada, accountId: 'fa' } } },
      { memberId: ada, event: { type: 'WalletClosed', data: { memberId: ada } } },
    )
    expect(change).toMatchObject({ treasuryAccountId: 'fa', status: 'closed', openedAt: null })
  })

  it('refuses a wallet that is opened after events of its own', () => {
    expect(() => changesOf(deposited(ada, 'd', cents(1)), walletOpened(ada))).toThrow(/has events already/)
  })

  it('refuses an event type that it does not know, by name', () => {
    const unknown = recorded([walletOpened(ada)]).map((event) => ({ ...event, type: 'WalletPainted' }))
    expect(() => walletProjection.apply(unknown)).toThrow(/WalletPainted/)
  })
})

describe('wallet statements', () => {
  it('inserts new wallets and changes old ones, saying how many rows must be touched', () => {
    const statements = walletProjection.apply(
      recorded([
        walletOpened(ada),
        deposited(ada, 'd', cents(1)),
        deposited(grace, 'e', cents(2)),
        deposited(grace, 'f', cents(3)),
      ]),
    )
    expect(statements.map(({ name, rows }) => [name, rows])).toEqual([
      ['wallet_day_keep', null],
      ['wallet_insert', 1],
      ['wallet_move', 1],
    ])
    expect(statements[2]?.values.slice(0, 5)).toEqual([`{"${grace}"}`, '{0}', '{0}', '{0}', '{5}'])
  })
})
