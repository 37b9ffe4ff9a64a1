import { dayOf } from '../calendar.ts'
import type { PayoutRail, WalletEvent } from './events.ts'

/**
 * A withdrawal that may still change. `review`: a person has to look at it first; `requested`: it can be cancelled, as
 * before; `ordered`: the bank is asked, maybe without an
 * answer yet, so from here on only the bank's answer counts; `sent`: the bank has it, and may return it on any day.
 */
export interface Withdrawal {
  /** What comes back with its next end: with the fee until it is sent. */
  readonly cents: bigint
  /** The part of `cents` that is the fee. */
  readonly fee: bigint
  /** The rail that it goes by. */
  readonly rail: PayoutRail
  readonly accountId: string
  /** The day (UTC) of its request. */
  readonly day: string
  readonly stage: 'review' | 'requested' | 'ordered' | 'sent'
}

/** By withdrawal id; what failed, was cancelled or came back is gone. */
export type Withdrawals = Readonly<Record<string, Withdrawal>>

/** Whether money of a wallet is between it and the bank. */
export const isOnTheWay = (withdrawals: Withdrawals): boolean =>
  Object.values(withdrawals).some(({ stage }) => stage !== 'sent')

/** The withdrawals of a wallet after one more fact, which happened at `at` (ISO time, UTC). */
export const withdrawalsAfter = (withdrawals: Withdrawals, event: WalletEvent, at: string): Withdrawals => {
  const stepped = (withdrawalId: string, step: (known: Withdrawal) => Withdrawal): Withdrawals => {
    const known = withdrawals[withdrawalId]
    if (!known) throw new Error(`${event.type} stands before WithdrawalRequested`)
    return { ...withdrawals, [withdrawalId]: step(known) }
  }
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are about no withdrawal
  switch (event.type) {
    case 'WithdrawalRequested': {
      const { withdrawalId, amount, fee = '0', rail, accountId, review } = event.data
      const cents = BigInt(amount.minor)
      return {
        ...withdrawals,
        [withdrawalId]: {
          cents,
          fee: BigInt(fee),
          rail,
          accountId,
          day: dayOf(at),
          stage: review === undefined ? 'requested' : 'review',
        },
      }
    }
    case 'WithdrawalReleased':
      return stepped(event.data.withdrawalId, (known) => ({ ...known, stage: 'requested' }))
    case 'WithdrawalOrdered':
      return stepped(event.data.withdrawalId, (known) => ({ ...known, stage: 'ordered' }))
    case 'WithdrawalRerouted':
      return stepped(event.data.withdrawalId, (known) => ({
        ...known,
        rail: 'ach',
        cents: known.cents - known.fee,
        fee: 0n,
      }))
    case 'WithdrawalSent':
      return stepped(event.data.withdrawalId, (known) => ({
        ...known,
        cents: known.cents - known.fee,
        fee: 0n,
        stage: 'sent',
      }))
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
