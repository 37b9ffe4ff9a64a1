import { BankUnavailable, type Payout } from '../../../../api/withdrawals/paying-bank.ts'
import type { Payouts } from '../../../../api/withdrawals/withdrawals.ts'
import type { Verdict } from '../../../../api/withdrawals/reasons.ts'
import type { PayoutRail, ReviewReason } from '../../../../events/wallet/events.ts'
import type { Fault } from '../../../support/memory-store.ts'

export const feeOf = (rail: PayoutRail): bigint => (rail === 'instant' ? 150n : 0n)

/** What becomes of a payout, always the same: some banks take nothing that is instant, some accounts nothing at all. */
export const payoutOf = (key: string, rail: PayoutRail, cents: bigint): Payout =>
  cents % 5n === 3n || (rail === 'instant' && cents % 3n === 1n)
    ? { state: 'refused', reason: 'bank_rejected' }
    : { state: 'taken', reference: `payout_${key}` }

/** What the operator decides about a withdrawal, always the same: some of those to an account of several are stopped. */
export const verdictOf = (withdrawalId: string, review: ReviewReason): Verdict =>
  review === 'account_ownership' && withdrawalId < '6' ? 'stopped_origin_unclear' : 'release'

/** A bank that pays out; while it fails, it may be out of reach, or its answer may be lost. */
export const createPayingBank = (faultOf: () => Fault) => {
  const ordered = new Map<string, Parameters<Payouts['payOut']>[0]>()
  /** Cents that have left, by key. */
  const paid = new Map<string, bigint>()

  const reach = async <T>(work: () => T): Promise<T> => {
    const fault = faultOf()
    if (fault === 'unavailable' || fault === 'request_lost') throw new BankUnavailable('it is closed')
    const answer = work()
    if (fault !== 'none') throw new BankUnavailable('its answer was lost')
    return answer
  }

  const payouts: Payouts = {
    payOut: (order) =>
      reach(() => {
        const { key, rail, accountId, cents } = order
        const known = ordered.get(key)
        if (known && (known.accountId !== accountId || known.cents !== cents || known.rail !== rail))
          throw new Error(`Payout ${key} is ordered again as another one`)
        ordered.set(key, order)
        const payout = payoutOf(key, rail, cents)
        if (!known && payout.state === 'taken') paid.set(key, cents)
        return payout
      }),
    payoutOf: (key) =>
      reach(() => {
        const known = ordered.get(key)
        return known ? payoutOf(key, known.rail, known.cents) : null
      }),
  }
  return { payouts, paid }
}
