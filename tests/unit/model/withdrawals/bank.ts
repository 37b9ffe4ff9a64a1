import { BankUnavailable, type PayingBank, type Payout } from '../../../../api/wallet/withdrawals.ts'
import type { Fault } from '../../../support/memory-store.ts'

/** What becomes of a payout, always the same. */
export const payoutOf = (key: string, cents: bigint): Payout =>
  cents % 5n === 3n
    ? { state: 'refused', reason: 'bank_rejected' }
    : { state: 'taken', reference: `ach_${key}` }

/** A bank that pays out; while it fails, it may be out of reach, or its answer may be lost. */
export const createPayingBank = (faultOf: () => Fault) => {
  const ordered = new Map<string, { readonly accountId: string; readonly cents: bigint }>()
  /** Cents that have left, by key. */
  const paid = new Map<string, bigint>()

  const reach = async <T>(work: () => T): Promise<T> => {
    const fault = faultOf()
    if (fault === 'unavailable' || fault === 'request_lost') throw new BankUnavailable('it is closed')
    const answer = work()
    if (fault !== 'none') throw new BankUnavailable('its answer was lost')
    return answer
  }

  const bank: PayingBank = {
    payOut: ({ key, accountId, cents }) =>
      reach(() => {
        const known = ordered.get(key)
        if (known && (known.accountId !== accountId || known.cents !== cents))
          throw new Error(`Payout ${key} is ordered again as another one`)
        ordered.set(key, { accountId, cents })
        const payout = payoutOf(key, cents)
        if (!known && payout.state === 'taken') paid.set(key, cents)
        return payout
      }),
    payoutOf: (key) =>
      reach(() => {
        const known = ordered.get(key)
        return known ? payoutOf(key, known.cents) : null
      }),
  }
  return { bank, paid }
}
