import { AMOUNT_MINOR_MAX, formatMinor, toAmountJson, usd, type Money } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { WalletCommand } from './commands.ts'
import { assertWithinLimit, assertWithinToken, assertWithinUnverified, changeOf } from './daily-limit.ts'
import { closeWallet, payOutLeftover } from './decide-close.ts'
import { interestDue } from './decide-interest.ts'
import { claimRewards, lockProposalStake, lockStake, stake, unstake } from './decide-stake.ts'
import { advanceWithdrawal, requestWithdrawal } from './decide-withdrawal.ts'
import type { WalletEvent } from './events.ts'
import { assertProven } from './step-up.ts'
import { heldIn, heldOn } from './holds.ts'
import { assertWithinWithdrawalLimits, withdrawnBy } from './withdrawal-limits.ts'
import { availableIn, type Holdings, type Wallet } from './wallet.ts'

export type { WalletCommand } from './commands.ts'

/** @param field of the call that names the recipient */
export const toOneself = (field: string): Refusal => {
  const sentence = 'You cannot send money to yourself.'
  return new Refusal('recipient_is_sender', sentence, { [field]: sentence })
}

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

/** Accepts a closed wallet too: money that was paid in, returned or taken back must still be booked. */
const everOpened = (wallet: Wallet): Holdings => (wallet.status === 'closed' ? wallet : open(wallet))

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
      `The balance is $${formatMinor('USD', -wallet.balances.USD)} below zero. Add funds before you send.`,
    )
  }
  const available = availableIn(wallet, currency)
  if (minor > available) {
    const sentence = `Insufficient ${currency} balance: ${formatMinor(currency, available)} ${currency} is available.`
    throw new Refusal('insufficient_funds', sentence, { amount: sentence })
  }
}

/**
 * Decides a command on a wallet: returns the new facts, none when it has been done already.
 * Pure: ids and amounts come with the command, `at` (ISO time, UTC) is now.
 * @throws {Refusal} a rule of the wallet refuses it
 */
export const decide = (command: WalletCommand, wallet: Wallet, at: string): WalletEvent[] => {
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
      // The payer has been charged, maybe days ago: closing the wallet since then does not make it our money.
      const { memberId } = everOpened(wallet)
      const { depositId, source, fee } = command
      const amount = toAmountJson(positive(command.amount))
      const data = { memberId, depositId, source, amount, ...(fee && { fee: toAmountJson(fee) }) }
      return [{ type: 'DepositCredited', data }]
    }

    case 'reverseDeposit': {
      const { memberId } = everOpened(wallet)
      const { depositId, source, fee, reason } = command
      const amount = toAmountJson(positive(command.amount))
      const data = { memberId, depositId, source, amount, ...(fee && { fee: toAmountJson(fee) }), reason }
      return [{ type: 'DepositReversed', data }]
    }

    case 'takeDepositBack': {
      const { memberId } = everOpened(wallet)
      const { depositId, takeId, source, reason } = command
      const [amount, fee] = [toAmountJson(command.amount), toAmountJson(command.fee)]
      return [
        { type: 'DepositTakenBack', data: { memberId, depositId, takeId, source, amount, fee, reason } },
      ]
    }

    case 'giveDepositBack': {
      const { memberId } = everOpened(wallet)
      const { depositId, takeId, source } = command
      const [amount, fee] = [toAmountJson(command.amount), toAmountJson(command.fee)]
      return [{ type: 'DepositGivenBack', data: { memberId, depositId, takeId, source, amount, fee } }]
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
      const { transferId, to, message, provenAt, token = null, unverified = null } = command
      if (to === holdings.memberId) throw toOneself('to_user_identifier')
      spend(holdings, positive(command.amount))
      assertWithinLimit(holdings, command.amount, at)
      if (unverified !== null) assertWithinUnverified(holdings.sentInDay, unverified, command.amount, at)
      if (token) assertWithinToken(holdings.sentByTokens, token, command.amount, at)
      assertProven(holdings.unproven, command)
      const amount = toAmountJson(command.amount)
      const held = heldIn(holdings, command.amount, at)
      const data = { transferId, from: holdings.memberId, to, amount, message }
      const by = {
        ...(provenAt !== null && { provenAt }),
        ...(held && { held }),
        ...(token && { token: token.id }),
      }
      return [{ type: 'TransferSent', data: { ...data, ...by } }]
    }

    case 'receiveTransfer': {
      const { memberId } = open(wallet)
      const { transferId, from, message, sentAt } = command
      const amount = toAmountJson(positive(command.amount))
      const held = command.held && heldOn(command.held, sentAt)
      const data = { transferId, from, to: memberId, amount, message, sentAt }
      return [{ type: 'TransferReceived', data: { ...data, ...(held && { held }) } }]
    }

    case 'returnTransfer': {
      const { memberId } = everOpened(wallet)
      const { transferId, to, reason, held } = command
      const amount = toAmountJson(positive(command.amount))
      const data = { transferId, from: memberId, to, amount, reason }
      return [{ type: 'TransferReturned', data: { ...data, ...(held && { held }) } }]
    }

    case 'payInterestDue':
      return wallet.status === 'absent' ? [] : interestDue(wallet, command, at)

    case 'stake': {
      const holdings = open(wallet)
      spend(holdings, positive(command.amount))
      return [stake(holdings, command, at)]
    }

    case 'unstake':
      positive(command.amount)
      return [unstake(open(wallet), command, at)]

    case 'claimRewards':
      positive(command.amount)
      return [claimRewards(open(wallet), command, at)]

    case 'lockStake':
      return [lockStake(open(wallet), command, at)]

    case 'lockProposalStake':
      return [lockProposalStake(open(wallet), command)]

    case 'releaseStake': {
      const { memberId, stake: held } = everOpened(wallet)
      const { proposalId } = command
      return proposalId in held.locks ? [{ type: 'StakeReleased', data: { memberId, proposalId } }] : []
    }

    case 'sendPoolContribution': {
      const holdings = open(wallet)
      spend(holdings, positive(command.amount))
      const { poolId, contributionId, opens } = command
      const amount = toAmountJson(command.amount)
      return [
        {
          type: 'PoolContributionSent',
          data: { memberId: holdings.memberId, poolId, contributionId, amount, opens },
        },
      ]
    }

    case 'returnPoolContribution': {
      const { memberId } = everOpened(wallet)
      const { poolId, contributionId, reason } = command
      const amount = toAmountJson(positive(command.amount))
      return [
        { type: 'PoolContributionReturned', data: { memberId, poolId, contributionId, amount, reason } },
      ]
    }

    case 'receivePoolProceeds': {
      // The units have been sold: closing the wallet since then does not make it our money.
      const { memberId } = everOpened(wallet)
      const { poolId, proceedsId } = command
      const amount = toAmountJson(positive(command.amount))
      return [{ type: 'PoolProceedsReceived', data: { memberId, poolId, proceedsId, amount } }]
    }

    case 'payBill': {
      const { memberId } = everOpened(wallet)
      const { billId, paymentId, asked } = command
      try {
        const holdings = open(wallet)
        if (command.auto && !holdings.billsFromWallet)
          throw new Refusal('insufficient_funds', 'Auto-pay may not use this wallet.')
        spend(holdings, positive(command.amount))
      } catch (error) {
        if (!asked || !(error instanceof Refusal)) throw error
        return [{ type: 'BillPaymentDeclined', data: { memberId, billId, paymentId, reason: error.code } }]
      }
      const amount = toAmountJson(command.amount)
      return [{ type: 'BillPaidFromWallet', data: { memberId, billId, paymentId, amount } }]
    }

    case 'setBillsFromWallet': {
      const { memberId, billsFromWallet } = open(wallet)
      const { changeId, allowed } = command
      return allowed === billsFromWallet
        ? []
        : [{ type: 'BillsFromWalletSet', data: { memberId, changeId, allowed } }]
    }

    case 'setDailyLimit': {
      const { memberId, dailyLimit } = open(wallet)
      const { changeId, cents } = command
      const change = changeOf(dailyLimit, cents, at)
      if (change === null) return []
      // Decided on the limit that is replaced: another process may have lowered it since the member was asked.
      if (change.from > at && !command.fresh)
        throw new Refusal('raise_not_fresh', 'Raising your daily limit needs a fresh sign-in.')
      const data = { memberId, changeId, cents: cents?.toString() ?? null, from: change.from }
      return [{ type: 'DailyLimitSet', data }]
    }

    case 'requestWithdrawal': {
      const holdings = open(wallet)
      const { minor } = positive(usd(command.cents))
      const amount = usd(minor + command.fee)
      spend(holdings, amount)
      assertWithinWithdrawalLimits(withdrawnBy(holdings.withdrawn, command.former ?? [], at), minor, at)
      assertWithinLimit(holdings, amount, at)
      return [requestWithdrawal(holdings, command, at)]
    }

    case 'releaseWithdrawal':
    case 'stopWithdrawal':
    case 'orderWithdrawal':
    case 'rerouteWithdrawal':
    case 'sendWithdrawal':
    case 'failWithdrawal':
    case 'cancelWithdrawal':
    case 'returnWithdrawal':
      // The bank answers whenever it does: a wallet that was closed meanwhile gets its money back as well.
      return advanceWithdrawal(everOpened(wallet), command)

    case 'payOutLeftover':
      return [payOutLeftover(wallet, command)]

    case 'handDebtOver': {
      if (wallet.status !== 'closed' || wallet.balances.USD >= 0n) return []
      const { memberId, balances } = wallet
      const amount = toAmountJson({ currency: 'USD', minor: -balances.USD })
      return [{ type: 'DebtHandedOver', data: { memberId, debtId: command.debtId, to: command.to, amount } }]
    }

    case 'takeDebtOver': {
      const { memberId } = everOpened(wallet)
      const { debtId, from } = command
      const amount = toAmountJson(positive(command.amount))
      return [{ type: 'DebtTakenOver', data: { memberId, debtId, from, amount } }]
    }

    case 'closeWallet':
      return wallet.status === 'closed' ? [] : [closeWallet(open(wallet), command)]
  }
}
