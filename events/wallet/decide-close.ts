import { CURRENCIES, formatMinor, type Currency } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { WalletEvent } from './events.ts'
import type { Holdings } from './wallet.ts'
import { isOnTheWay } from './withdrawals.ts'

/**
 * The smallest balance that prevents closing a wallet, in minor units. Less cannot be sent by anybody (transfers
 * begin at 0.01), so it stays on the books, owed to a member of whom only the id is left.
 */
export const SMALLEST_LEFT_BEHIND: Readonly<Record<Currency, bigint>> = {
  USD: 1n,
  USDC: 10_000n,
  YUT: 10_000n,
}

/**
 * Closes a wallet that has been emptied.
 * @throws {Refusal} `wallet_not_empty`
 */
export const closeWallet = ({ memberId, balances, stake, withdrawals }: Holdings): WalletEvent => {
  if (stake.minor > 0n) {
    throw new Refusal(
      'wallet_not_empty',
      `${formatMinor('YUT', stake.minor)} YUT is still staked. Unstake it first.`,
    )
  }
  if (isOnTheWay(withdrawals)) {
    throw new Refusal(
      'wallet_not_empty',
      'A withdrawal is still on its way to the bank. Wait until it was sent, or cancel it.',
    )
  }
  const left = CURRENCIES.find(
    (currency) => balances[currency] < 0n || balances[currency] >= SMALLEST_LEFT_BEHIND[currency],
  )
  if (left) {
    throw new Refusal(
      'wallet_not_empty',
      `The wallet still holds ${formatMinor(left, balances[left])} ${left}. Empty it before you close it.`,
    )
  }
  return { type: 'WalletClosed', data: { memberId } }
}
