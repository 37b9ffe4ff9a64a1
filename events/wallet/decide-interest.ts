import { addDays, dayOf } from '../calendar.ts'
import type { WalletEvent } from './events.ts'
import { closeDays, interestForDay, nextUnpaidDay, paidFor, type VerifiedTime } from './interest.ts'
import type { Holdings } from './wallet.ts'

/** Whether one of the times (null: always) covers the end of a UTC day, whose balance is what earns. */
const coversEndOf = (day: string, times: readonly VerifiedTime[] | null): boolean => {
  const end = `${addDays(day, 1)}T00:00:00.000Z`
  return times === null || times.some(({ from, until }) => from < end && end <= until)
}

/**
 * Interest for the days that have ended before `at` and were not paid for, oldest first, `daysMax` of them at
 * most. Every day is paid on its closing balance, however late. What a member's days did not earn for want of being
 * verified at their end is stated and never made up for.
 */
export const interestDue = (
  { memberId, interest, balances }: Holdings,
  { daysMax, verified }: { readonly daysMax: number; readonly verified: readonly VerifiedTime[] | null },
  at: string,
): WalletEvent[] => {
  const events: WalletEvent[] = []
  let state = closeDays(interest, balances.USD, at)
  while (events.length < daysMax) {
    const due = nextUnpaidDay(state, balances.USD, at)
    if (!due || due.day >= dayOf(at)) break
    const isEarned = coversEndOf(due.day, verified)
    const { cents, remainder } = isEarned
      ? interestForDay(due.cents, state.remainder)
      : { cents: 0n, remainder: state.remainder }
    const amount = { currency: 'USD', minor: cents.toString() } as const
    const data = { memberId, day: due.day, balanceMinor: due.cents.toString(), amount, remainder }
    events.push({ type: 'InterestPaid', data: isEarned ? data : { ...data, forgone: 'unverified' } })
    state = paidFor(state, due.day, remainder)
  }
  return events
}
