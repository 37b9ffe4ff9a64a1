import type { WalletEvent } from './events.ts'

/**
 * A withdrawal that may still change. `requested`: it can be cancelled; `ordered`: the bank is asked, maybe without an
 * answer yet, so from here on only the bank's answer counts; `sent`: the bank has it, and may return it on any day.
 */
export interface Withdrawal {
  readonly cents: bigint
  readonly stage: 'requested' | 'ordered' | 'sent'
}

/** By withdrawal id; what failed, was cancelled or came back is gone. */
export type Withdrawals = Readonly<Record<string, Withdrawal>>

/** Whether money of a wallet is between it and the bank. */
export const isOnTheWay = (withdrawals: Withdrawals): boolean =>
  Object.values(withdrawals).some(({ stage }) => stage !== 'sent')

/** The withdrawals of a wallet after one more fact. */
export const withdrawalsAfter = (withdrawals: Withdrawals, event: WalletEvent): Withdrawals => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are about no withdrawal
  switch (event.type) {
    case 'WithdrawalRequested': {
      const { withdrawalId, amount } = event.data
      return { ...withdrawals, [withdrawalId]: { cents: BigInt(amount.minor), stage: 'requested' } }
    }
    case 'WithdrawalOrdered':
    case 'WithdrawalSent': {
      const known = withdrawals[event.data.withdrawalId]
      if (!known) throw new Error(`${event.type} stands before WithdrawalRequested`)
      const stage = event.type === 'WithdrawalSent' ? 'sent' : 'ordered'
      return { ...withdrawals, [event.data.withdrawalId]: { ...known, stage } }
    }
    case 'WithdrawalFailed':
    case 'WithdrawalCancelled':
    case 'WithdrawalReturned': {
      const { [event.data.withdrawalId]: _ended, ...others } = withdrawals
      return others
    }
    default:
      return withdrawals
  }
}
