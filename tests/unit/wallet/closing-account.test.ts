import { expect, it } from 'vitest'
import { leftIn } from '../../../api/wallet/closing-account.ts'
import { money, usd } from '../../../events/money.ts'
import { evolve, initialState, type Wallet } from '../../../events/wallet/wallet.ts'
import type { WalletEvent } from '../../../events/wallet/events.ts'
import { ada, closed, credited, idOf, opened, reversed } from '../../support/wallet-spec.ts'

/** Stake-seconds of 1 YUT for a year, which earns 0.082 YUT. */
const YEAR_OF_ONE = (31_536_000n * 1_000_000n).toString()
const stake = {
  memberId: ada,
  stakeId: idOf('stake'),
  amount: { currency: 'YUT', minor: '1000000' },
} as const
const staked: WalletEvent = { type: 'YutStaked', data: { ...stake, stakeSeconds: '0' } }
const unstaked: WalletEvent = {
  type: 'YutUnstaked',
  data: { ...stake, stakeId: idOf('unstake'), stakeSeconds: YEAR_OF_ONE },
}

const left = (events: readonly WalletEvent[], owed = 0n) => {
  const wallet: Wallet = events.reduce(
    (before, event) => evolve(before, event, '2026-01-01T12:00:00.000Z'),
    initialState(),
  )
  return leftIn(wallet, owed, '2026-01-01T12:00:00.000Z').map(({ code, message }) => `${code}: ${message}`)
}

it.each<readonly [string, readonly WalletEvent[], readonly string[]]>([
  ['nothing', [opened], []],
  ['a closed wallet', [opened, closed], []],
  [
    'dollars',
    [opened, credited(usd(1))],
    ['wallet_not_empty: Your wallet still holds $0.01. Send it to somebody first.'],
  ],
  ['too little YUT to send', [opened, credited(money('YUT', 9_999n))], []],
  [
    'YUT',
    [opened, credited(money('YUT', 10_000n))],
    ['wallet_not_empty: Your wallet still holds 0.01 YUT. Send it to somebody first.'],
  ],
  [
    'a debt',
    [opened, credited(usd(5)), reversed(usd(5)), reversed(usd(3), 'other')],
    ['wallet_overdrawn: Your balance is at -$0.03. Add funds to settle it first.'],
  ],
  [
    'a stake',
    [opened, credited(money('YUT', 1_000_000n)), staked],
    ['stake_not_released: 1.00 YUT is still staked. Claim your rewards and unstake it first.'],
  ],
  [
    'rewards after a stake',
    [opened, credited(money('YUT', 1_000_000n)), staked, unstaked],
    [
      'rewards_unclaimed: Rewards of 0.082 YUT are waiting for you. Claim them first.',
      'wallet_not_empty: Your wallet still holds 1.00 YUT. Send it to somebody first.',
    ],
  ],
])('%s is what keeps an account from being closed', (_what, events, expected) => {
  expect(left(events)).toEqual(expected)
})

it.each<readonly [string, bigint, readonly string[]]>([
  ['as much as is held', 1_000n, []],
  [
    'less than is held',
    400n,
    [
      'wallet_not_empty: Your wallet still holds $10.00, and $4.00 of it pays what you owe. Send the other $6.00 to somebody first.',
    ],
  ],
  [
    'more than is held',
    1_001n,
    ['owed_not_covered: You owe $10.01, and your wallet holds $10.00. Let somebody send you the rest first.'],
  ],
])('of a wallet whose owner owes %s', (_what, owed, expected) => {
  expect(left([opened, credited(usd(1_000))], owed)).toEqual(expected)
})
