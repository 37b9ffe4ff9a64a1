import { CURRENCIES, formatMinor, type Currency } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { WalletEvent } from './events.ts'
import type { WalletCommand } from './commands.ts'
import type { Holdings, Wallet } from './wallet.ts'
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
 * Closes a wallet that has been emptied, but for tokens that its owner gives up.
 * @throws {Refusal} `wallet_not_empty`
 */
export const closeWallet = (
  { memberId, balances, stake, withdrawals }: Holdings,
  { givesUp = [] }: Extract<WalletCommand, { type: 'closeWallet' }>,
): WalletEvent => {
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
  const isGivenUp = (currency: Currency): boolean => givesUp.some((token) => token === currency)
  const left = CURRENCIES.find(
    (currency) =>
      balances[currency] < 0n ||
      (balances[currency] >= SMALLEST_LEFT_BEHIND[currency] && !isGivenUp(currency)),
  )
  if (left) {
    throw new Refusal(
      'wallet_not_empty',
      `The wallet still holds ${formatMinor(left, balances[left])} ${left}. Empty it before you close it.`,
    )
  }
  const gaveUp = givesUp.flatMap((currency) =>
    balances[currency] > 0n ? [{ currency, minor: balances[currency].toString() }] : [],
  )
  return { type: 'WalletClosed', data: { memberId, ...(gaveUp.length > 0 && { gaveUp }) } }
}

/**
 * Pays out what a closed wallet is owed, such as a withdrawal that came back after it was closed.
 * @throws {Refusal} `wallet_not_closed`, `leftover_too_small`
 */
export const payOutLeftover = (
  wallet: Wallet,
  { paymentId, bank, transactionId, cents }: Extract<WalletCommand, { type: 'payOutLeftover' }>,
): WalletEvent => {
  if (wallet.status !== 'closed')
    throw new Refusal('wallet_not_closed', 'This wallet is not closed: its member withdraws what is left.')
  const { memberId, balances } = wallet
  if (cents <= 0n || cents > balances.USD)
    throw new Refusal(
      'leftover_too_small',
      `This closed wallet is owed $${formatMinor('USD', balances.USD)}.`,
    )
  const amount = { currency: 'USD', minor: cents.toString() } as const
  return { type: 'LeftoverPaidOut', data: { memberId, paymentId, bank, transactionId, amount } }
}
