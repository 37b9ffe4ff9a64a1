import type { PayoutRail, ReviewReason } from '../../../../events/wallet/events.ts'
import type { BegunWithdrawal } from '../../../../api/withdrawals/withdrawals.ts'
import type { DatedFact } from '../../../../events/audit/dated-fact.ts'

interface KnownWithdrawal extends BegunWithdrawal {
  readonly at: string
  /** The rail that it goes by. */
  rail: PayoutRail
  state: 'review' | 'begun' | 'ended' | 'sent' | 'returned'
  /** Why a person has to look at it. */
  readonly review: ReviewReason | undefined
}

export const createWithdrawalViews = () => {
  const withdrawals = new Map<string, KnownWithdrawal>()

  return {
    note: ({ event, at, position }: DatedFact): void => {
      if (event.type === 'WithdrawalRequested') {
        const { withdrawalId, memberId, accountId, rail, amount, fee = '0', review } = event.data
        const cents = BigInt(amount.minor) - BigInt(fee)
        withdrawals.set(withdrawalId, {
          withdrawalId,
          memberId,
          accountId,
          cents,
          rail,
          position,
          at,
          state: review === undefined ? 'begun' : 'review',
          review,
        })
      }
      const known = 'withdrawalId' in event.data ? withdrawals.get(event.data.withdrawalId) : undefined
      if (!known) return
      if (event.type === 'WithdrawalReleased') known.state = 'begun'
      if (event.type === 'WithdrawalRerouted') known.rail = 'ach'
      if (event.type === 'WithdrawalSent') known.state = 'sent'
      if (event.type === 'WithdrawalReturned') known.state = 'returned'
      if (event.type === 'WithdrawalFailed' || event.type === 'WithdrawalCancelled') known.state = 'ended'
    },
    queries: {
      withdrawals: () => withdrawals,
      withdrawalsInReview: (before: string) =>
        [...withdrawals.values()].filter(({ state, at }) => state === 'review' && at < before),
      unsentWithdrawals: (before: string) =>
        [...withdrawals.values()].filter(({ state, at }) => state === 'begun' && at < before),
    },
  }
}
