import { addDays, startOfDay } from '../../events/calendar.ts'
import { formatMinor, type Currency } from '../../events/money.ts'
import { SMALLEST_LEFT_BEHIND } from '../../events/wallet/decide-close.ts'
import { holdsAt } from '../../events/wallet/holds.ts'
import { claimableAt, strongestLock, type Holdings, type Wallet } from '../../events/wallet/wallet.ts'
import { transfersOnTheWay } from '../../projections/activity/transfers.ts'
import { formatMoney } from '../contract/money.ts'
import type { ClosingObstacle } from '../contract/profile.ts'
import type { WalletArea } from './context.ts'

const amountText = (currency: Currency, minor: bigint): string =>
  formatMoney(formatMinor(currency, minor), currency)

const dollars = (cents: bigint): string => amountText('USD', cents)

/** Dollars that are left beside what is owed, or missing for it. */
const dollarsLeft = (cents: bigint, owed: bigint): readonly ClosingObstacle[] => {
  if (cents < 0n)
    return [
      {
        code: 'wallet_overdrawn',
        message: `Your balance is at ${dollars(cents)}. Add funds to settle it first.`,
      },
    ]
  if (cents < owed)
    return [
      {
        code: 'owed_not_covered',
        message: `You owe ${dollars(owed)}, and your wallet holds ${dollars(cents)}. Let somebody send you the rest first.`,
      },
    ]
  if (cents === owed) return []
  return [
    {
      code: 'wallet_not_empty',
      message:
        owed === 0n
          ? `Your wallet still holds ${dollars(cents)}. Send it to somebody first.`
          : `Your wallet still holds ${dollars(cents)}, and ${dollars(owed)} of it pays what you owe. Send the other ${dollars(cents - owed)} to somebody first.`,
      ends: 'by_closing',
    },
  ]
}

/** What will be left for the bank account, and may not leave the house before a day. */
const heldLeft = ({ balances, holds }: Holdings, owed: bigint, at: string): readonly ClosingObstacle[] => {
  const last = holdsAt(holds, at).at(-1)
  if (!last || balances.USD <= owed) return []
  const from = addDays(last.until, 1)
  return [
    {
      code: 'money_held',
      message: `A part of your money came from deposits that can still be taken back. It can leave from ${from} on.`,
      ends: 'by_waiting',
      from: startOfDay(from).toISOString(),
    },
  ]
}

const stakeLeft = ({ stake }: Holdings, at: string): readonly ClosingObstacle[] => {
  if (stake.minor === 0n) return []
  const lock = strongestLock(stake, at)
  return [
    {
      code: 'stake_not_released',
      message: `${amountText('YUT', stake.minor)} is still staked. Claim your rewards and unstake it first.`,
      ends: 'by_closing',
    },
    ...(lock
      ? [
          {
            code: 'stake_locked',
            message: lock.isProposers
              ? `${amountText('YUT', lock.minor)} is locked by your proposal until ${lock.until.slice(0, 10)}.`
              : `${amountText('YUT', lock.minor)} is locked by your vote until ${lock.until.slice(0, 10)}.`,
            ends: 'by_waiting',
            from: lock.until,
          } as const,
        ]
      : []),
  ]
}

/**
 * What is left in a wallet at `at` (ISO time), by currency, with what the member can do about it. `owed`: cents that are
 * taken from it when the account is closed.
 */
export const leftIn = (wallet: Wallet, owed: bigint, at: string): readonly ClosingObstacle[] => {
  if (wallet.status !== 'open') return []
  const obstacles: ClosingObstacle[] = [...stakeLeft(wallet, at)]
  // Without a stake nothing accrues, so pauses do not matter.
  const rewards = wallet.stake.minor === 0n ? claimableAt(wallet.stake, wallet.stake.since ?? '', []) : 0n
  if (rewards >= SMALLEST_LEFT_BEHIND.YUT)
    obstacles.push({
      code: 'rewards_unclaimed',
      message: `Rewards of ${amountText('YUT', rewards)} are waiting for you. Claim them first.`,
      ends: 'by_closing',
    })
  obstacles.push(...dollarsLeft(wallet.balances.USD, owed), ...heldLeft(wallet, owed, at))
  for (const currency of ['USDC', 'YUT'] as const) {
    const minor = wallet.balances[currency]
    if (minor >= SMALLEST_LEFT_BEHIND[currency])
      obstacles.push({
        code: 'wallet_not_empty',
        message: `Your wallet still holds ${amountText(currency, minor)}. Send it to somebody first.`,
        ends: 'by_closing',
      })
  }
  return obstacles
}

/** What is left in the wallet, and transfers of it that are still on their way. */
export const walletObstacles = async (
  { pool, wallets, clock }: Pick<WalletArea, 'pool' | 'wallets' | 'clock'>,
  memberId: string,
  owed: bigint,
): Promise<readonly ClosingObstacle[]> => {
  const found = leftIn(await wallets.stateOf(memberId), owed, clock().toISOString())
  return (await transfersOnTheWay(pool, memberId)) > 0n
    ? [
        ...found,
        {
          code: 'transfer_in_progress',
          message: 'A transfer of yours is still on its way. Try again in a moment.',
          ends: 'by_waiting',
        },
      ]
    : found
}
