import { addDays, dayOf } from '../calendar.ts'

/** Cents that other members sent on the latest day with any, and on the day before it (UTC). */
export interface Received {
  readonly day: string
  readonly dayCents: bigint
  readonly beforeCents: bigint
}

/** Cents received on the day of `at` and on the day before. A clock that steps back over midnight does not begin anew. */
export const receivedAt = (received: Received | null, at: string): bigint => {
  if (received === null) return 0n
  const today = dayOf(at)
  if (received.day >= today) return received.dayCents + received.beforeCents
  return addDays(received.day, 1) === today ? received.dayCents : 0n
}

/** The sums after so many cents more. */
export const receivedAfter = (received: Received | null, cents: bigint, at: string): Received => {
  const today = dayOf(at)
  if (received !== null && received.day >= today) return { ...received, dayCents: received.dayCents + cents }
  return { day: today, dayCents: cents, beforeCents: receivedAt(received, at) }
}
