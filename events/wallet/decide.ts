import { AMOUNT_MINOR_MAX, CURRENCIES, formatMinor, toAmountJson, type Money } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { DepositSource, EncryptedText, WalletEvent } from './events.ts'
import { availableIn, type Holdings, type Wallet } from './wallet.ts'
import type * as z from 'zod'

export type WalletCommand =
  | { type: 'openWallet'; memberId: string }
  | { type: 'openTreasuryAccount'; accountId: string }
  | { type: 'creditDeposit'; depositId: string; source: z.infer<typeof DepositSource>; amount: Money }
  | { type: 'grantYut'; grantId: string; reason: 'welcome' | 'demo'; amount: Money }
  | { type: 'sendTransfer'; transferId: string; to: string; amount: Money; message: EncryptedText | null }
  | {
      type: 'receiveTransfer'
      transferId: string
      from: string
      amount: Money
      message: EncryptedText | null
      /** ISO time at which the sender's wallet let the money go. */
      sentAt: string
    }
  | { type: 'returnTransfer'; transferId: string; to: string; amount: Money; reason: string }
  | { type: 'closeWallet' }

const open = (wallet: Wallet): Holdings => {
  switch (wallet.status) {
    case 'absent':
      throw new Refusal('wallet_not_open', 'This wallet is not open yet.')
    case 'closed':
      throw new Refusal('wallet_closed', 'This wallet is closed.')
    case 'open':
      return wallet
  }
}

const positive = (amount: Money): Money => {
  if (amount.minor > 0n && amount.minor <= AMOUNT_MINOR_MAX) return amount
  throw new Refusal('amount_out_of_range', 'The amount must be above zero.', {
    amount: 'The amount must be above zero.',
  })
}

const spend = (wallet: Holdings, { currency, minor }: Money): void => {
  if (wallet.balances.USD < 0n) {
    throw new Refusal(
      'wallet_overdrawn',
      `A returned deposit left the balance at -$${formatMinor('USD', -wallet.balances.USD)}. Add funds before you send.`,
    )
  }
  const available = availableIn(wallet, currency)
  if (minor > available) {
    const sentence = `Insufficient ${currency} balance: ${formatMinor(currency, available)} ${currency} is available.`
    throw new Refusal('insufficient_funds', sentence, { amount: sentence })
  }
}

/**
 * What a command does to a wallet: new facts, none when it has been done already, or a refusal.
 * Pure: ids, times and amounts come with the command.
 * @throws {Refusal} a rule of the wallet says no
 */
export const decide = (command: WalletCommand, wallet: Wallet): WalletEvent[] => {
  switch (command.type) {
    case 'openWallet':
      if (wallet.status !== 'absent') return []
      return [{ type: 'WalletOpened', data: { memberId: command.memberId } }]

    case 'openTreasuryAccount': {
      const { memberId, treasuryAccountId } = open(wallet)
      if (treasuryAccountId !== null) return []
      return [{ type: 'TreasuryAccountOpened', data: { memberId, accountId: command.accountId } }]
    }

    case 'creditDeposit': {
      const { memberId } = open(wallet)
      const { depositId, source } = command
      const amount = toAmountJson(positive(command.amount))
      return [{ type: 'DepositCredited', data: { memberId, depositId, source, amount } }]
    }

    case 'grantYut': {
      const { memberId } = open(wallet)
      const { grantId, reason } = command
      return [
        {
          type: 'YutGranted',
          data: { memberId, grantId, reason, amount: toAmountJson(positive(command.amount)) },
        },
      ]
    }

    case 'sendTransfer': {
      const holdings = open(wallet)
      const { transferId, to, message } = command
      if (to === holdings.memberId) {
        const sentence = 'You cannot send money to yourself.'
        throw new Refusal('recipient_is_sender', sentence, { to_user_identifier: sentence })
      }
      spend(holdings, positive(command.amount))
      const amount = toAmountJson(command.amount)
      return [{ type: 'TransferSent', data: { transferId, from: holdings.memberId, to, amount, message } }]
    }

    case 'receiveTransfer': {
      const { memberId } = open(wallet)
      const { transferId, from, message, sentAt } = command
      const amount = toAmountJson(positive(command.amount))
      return [{ type: 'TransferReceived', data: { transferId, from, to: memberId, amount, message, sentAt } }]
    }

    case 'returnTransfer': {
      // Also into a closed wallet: money that comes back must have somewhere to go.
      const { memberId } = wallet.status === 'closed' ? wallet : open(wallet)
      const { transferId, to, reason } = command
      const amount = toAmountJson(positive(command.amount))
      return [{ type: 'TransferReturned', data: { transferId, from: memberId, to, amount, reason } }]
    }

    case 'closeWallet': {
      if (wallet.status === 'closed') return []
      const { memberId, balances } = open(wallet)
      const left = CURRENCIES.find((currency) => balances[currency] !== 0n)
      if (left) {
        throw new Refusal(
          'wallet_not_empty',
          `The wallet still holds ${formatMinor(left, balances[left])} ${left}. Empty it before you close it.`,
        )
      }
      return [{ type: 'WalletClosed', data: { memberId } }]
    }
  }
}
