import { DAY_MS } from '../../events/calendar.ts'
import type { DepositRow } from '../../projections/deposits/queries.ts'

type Debit = Pick<DepositRow, 'method' | 'status' | 'code' | 'minor' | 'createdAt'>

/** Returns for want of money: R01, R09, and Stripe's name for both. */
const WANT_OF_MONEY: ReadonlySet<string> = new Set(['R01', 'R09', 'insufficient_funds'])
/** Nacha Operating Rules, section 2.13.4: twice more, within 180 days of the first. */
const TIMES = 2
const WITHIN_MS = 180 * DAY_MS

const isReturned = ({ method, status, code }: Debit): boolean =>
  method === 'ach' && (status === 'failed' || status === 'returned') && WANT_OF_MONEY.has(code ?? '')

/**
 * Until when a member is asked whether a bank debit shall be made once more; null: not at all. It came back for want of
 * money, no other of the same amount has begun since, and it was not made again twice. `all`: the member's newest
 * deposits, newest first.
 */
export const againUntil = (debit: Debit, all: readonly Debit[]): Date | null => {
  if (!isReturned(debit)) return null
  const begun = Date.parse(debit.createdAt)
  const same = all.filter(
    ({ method, minor, createdAt }) =>
      method === 'ach' && minor === debit.minor && begun - Date.parse(createdAt) < WITHIN_MS,
  )
  const before = same.slice(same.indexOf(debit) + 1).filter(isReturned)
  if (same[0] !== debit || before.length >= TIMES) return null
  return new Date(Date.parse((before.at(-1) ?? debit).createdAt) + WITHIN_MS)
}
