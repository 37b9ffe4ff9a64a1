import { dayOf } from '../calendar.ts'
import type { WalletEvent } from './events.ts'
import { closeDays, interestForDay, nextUnpaidDay, paidFor } from './interest.ts'
import type { Holdings } from './wallet.ts'

/**
 * Interest for the days that have ended before `at` and were not paid for, oldest first, `daysMax` of them at
 * most. Every day is paid on its closing balance, however late.
 */
export const interestDue = (
  { memberId, interest, balances }: Holdings,
  daysMax: number,
  at: string,
): WalletEvent[] => {
  const events: WalletEvent[] = []
  let state = closeDays(interest, balances.USD, at)
  while (events.length < daysMax) {
    const due = nextUnpaidDay(state, balances.USD, at)
    if (!due || due.day >= dayOf(at)) break
    const { cents, remainder } = interestForDay(due.cents, state.remainder)
    const amount = { currency: 'USD', minor: cents.toString() } as const
    events.push({
      type: 'InterestPaid',
      data: { memberId, day: due.day, balanceMinor: due.cents.toString(), amount, remainder },
    })
    state = paidFor(state, due.day, remainder)
  }
  return events
}
