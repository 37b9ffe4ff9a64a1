import { dayOf, monthOf } from '../calendar.ts'
import { WITHDRAWN_CENTS_MAX } from '../limits.ts'
import { formatMinor } from '../money.ts'
import { Refusal } from '../refusal.ts'
import type { WalletEvent } from './events.ts'
import type { Withdrawals } from './withdrawals.ts'

/** What was withdrawn on the latest day with any, and in its month (UTC), in cents without fees. */
export interface Withdrawn {
  readonly day: string
  readonly dayCents: bigint
  readonly monthCents: bigint
}

interface Withdrawing {
  readonly withdrawals: Withdrawals
  readonly withdrawn: Withdrawn | null
}

/** Cents withdrawn on the day of `at`, and in its month. A clock that steps back over midnight does not begin anew. */
export const withdrawnAt = (
  withdrawn: Withdrawn | null,
  at: string,
): { readonly day: bigint; readonly month: bigint } => ({
  day: withdrawn !== null && withdrawn.day >= dayOf(at) ? withdrawn.dayCents : 0n,
  month: withdrawn !== null && monthOf(withdrawn.day) >= monthOf(at) ? withdrawn.monthCents : 0n,
})

/** A closed wallet of the same person, as far as it counts for the limits. */
export type FormerWallet = Withdrawing

/** What a person has withdrawn by `at`, with the wallets that they have closed. */
export const withdrawnBy = (
  withdrawn: Withdrawn | null,
  former: readonly FormerWallet[],
  at: string,
): Withdrawn | null =>
  former.reduce<Withdrawn | null>((sum, { withdrawn: other }) => {
    if (other === null) return sum
    const [own, more] = [withdrawnAt(sum, at), withdrawnAt(other, at)]
    return { day: dayOf(at), dayCents: own.day + more.day, monthCents: own.month + more.month }
  }, withdrawn)

/**
 * The sums after a step of a withdrawal. One that was cancelled, or that the bank did not take, gives its room back; one
 * that came back later does not, as nothing that has left does.
 */
export const withdrawnAfter = (
  { withdrawals, withdrawn }: Withdrawing,
  event: WalletEvent,
  at: string,
): Withdrawn | null => {
  if (event.type === 'WithdrawalRequested') {
    const cents = BigInt(event.data.amount.minor) - BigInt(event.data.fee ?? '0')
    const { day, month } = withdrawnAt(withdrawn, at)
    const latest = withdrawn !== null && withdrawn.day > dayOf(at) ? withdrawn.day : dayOf(at)
    return { day: latest, dayCents: day + cents, monthCents: month + cents }
  }
  if (event.type !== 'WithdrawalCancelled' && event.type !== 'WithdrawalFailed') return withdrawn
  const known = withdrawals[event.data.withdrawalId]
  if (!known || !withdrawn) return withdrawn
  const cents = known.cents - known.fee
  return {
    ...withdrawn,
    dayCents: withdrawn.dayCents - (known.day === withdrawn.day ? cents : 0n),
    monthCents: withdrawn.monthCents - (monthOf(known.day) === monthOf(withdrawn.day) ? cents : 0n),
  }
}

const SENTENCES = {
  day: (max: string, left: string) =>
    `You can withdraw $${max} in a day (UTC), and $${left} of that is left.`,
  month: (max: string, left: string) =>
    `You can withdraw $${max} in a month (UTC), and $${left} of that is left.`,
} as const

/** @throws {Refusal} `withdrawal_limit`, with what is left */
export const assertWithinWithdrawalLimits = (
  withdrawn: Withdrawn | null,
  cents: bigint,
  at: string,
): void => {
  const used = withdrawnAt(withdrawn, at)
  for (const span of ['day', 'month'] as const) {
    const max = BigInt(WITHDRAWN_CENTS_MAX[span])
    const left = max - used[span]
    if (cents <= left) continue
    const sentence = SENTENCES[span](formatMinor('USD', max), formatMinor('USD', left > 0n ? left : 0n))
    throw new Refusal('withdrawal_limit', sentence, { amount_usd: sentence })
  }
}
