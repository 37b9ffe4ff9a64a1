import { STEP_UP_CENTS } from '../limits.ts'
import type { Money } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { worthCents } from './daily-limit.ts'

/** Payees that are remembered one by one, in each of the two lists. */
const PAYEES_MAX = 32

/**
 * What left a wallet since its member's last step-up: a sign-in that proved, shortly before a transfer, that they are
 * there. Bounded: what cannot be remembered counts as if it went to every payee.
 */
export interface Unproven {
  /** ISO time of the newest step-up that a transfer brought; null before the first. */
  readonly provenAt: string | null
  readonly cents: bigint
  /** The part of `cents` by payee; `elsewhere`: the part that went to payees who are not in `to`. */
  readonly to: Readonly<Record<string, bigint>>
  readonly elsewhere: bigint
  /** Payees who were paid after a step-up, the latest first. All others are new. */
  readonly known: readonly string[]
}

export const nothingUnproven: Unproven = { provenAt: null, cents: 0n, to: {}, elsewhere: 0n, known: [] }

/** Cents sent to a payee since the last step-up, at most: whoever is not remembered may have got all the rest. */
const sentTo = ({ to, elsewhere }: Unproven, payeeId: string): bigint => to[payeeId] ?? elsewhere

/** Whether a transfer without a step-up would take a sum to its threshold. */
const reaches = (unproven: Unproven, payeeId: string, cents: bigint): boolean =>
  unproven.cents + cents >= STEP_UP_CENTS.all ||
  (!unproven.known.includes(payeeId) && sentTo(unproven, payeeId) + cents >= STEP_UP_CENTS.newPayee)

/**
 * After another transfer; `provenAt`: of the step-up that covers it, undefined without one. A transfer that reached
 * a threshold was refused without one: where none is stored, the log was below level 2, and the sums begin anew, but the
 * payee stays new.
 */
export const unprovenAfter = (
  before: Unproven,
  {
    to: payeeId,
    amount,
    provenAt,
  }: { readonly to: string; readonly amount: Money; readonly provenAt?: string | undefined },
): Unproven => {
  if (provenAt !== undefined) {
    const known = [payeeId, ...before.known.filter((id) => id !== payeeId)].slice(0, PAYEES_MAX)
    // One step-up begins the sums anew once, however many transfers it covers.
    return before.provenAt === null || provenAt > before.provenAt
      ? { ...nothingUnproven, provenAt, known }
      : { ...before, known }
  }
  const cents = worthCents(amount)
  if (reaches(before, payeeId, cents))
    return { ...nothingUnproven, provenAt: before.provenAt, known: before.known }
  const sums = { ...before, cents: before.cents + cents }
  return payeeId in before.to || Object.keys(before.to).length < PAYEES_MAX
    ? { ...sums, to: { ...before.to, [payeeId]: (before.to[payeeId] ?? 0n) + cents } }
    : { ...sums, elsewhere: before.elsewhere + cents }
}

/** @throws {Refusal} `payment_not_fresh`: too much would have left without a step-up */
export const assertProven = (
  unproven: Unproven,
  { to, amount, provenAt }: { readonly to: string; readonly amount: Money; readonly provenAt: string | null },
): void => {
  if (provenAt !== null || !reaches(unproven, to, worthCents(amount))) return
  throw new Refusal(
    'payment_not_fresh',
    'Paying $1,000 or more in all, or $250 or more to somebody new, needs a fresh sign-in.',
  )
}
