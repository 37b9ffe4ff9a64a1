import { addDays, dayOf } from '../calendar.ts'
import { freeAt, type Hold } from './holds.ts'
import { REVIEW } from '../limits.ts'
import type { ReviewReason } from './events.ts'
import { receivedAt, type Received } from './received.ts'
import type { Withdrawal, Withdrawals } from './withdrawals.ts'

/** What decides whether a person looks at a withdrawal before it goes. */
interface Leaving {
  readonly balances: { readonly USD: bigint }
  /** Money that cannot leave yet; what cannot is no part of what leaves. */
  readonly holds: readonly Hold[]
  readonly received: Received | null
  readonly withdrawals: Withdrawals
}

interface Asked {
  readonly accountId: string
  /** What the bank account gets. */
  readonly cents: bigint
  /** Another member has or had the same bank account. */
  readonly isShared: boolean
  /** By it an account is closed, and its trail is erased after it. */
  readonly isLast?: boolean
  /** Wallets that the same person has closed. */
  readonly former?: readonly { readonly withdrawals: Withdrawals }[]
}

const paidCents = (withdrawals: readonly Withdrawal[]): bigint =>
  withdrawals.reduce((sum, { cents, fee }) => sum + cents - fee, 0n)

/**
 * Whether most of what may leave the wallet leaves by this withdrawal and those of the two days in which its money came.
 * A card payment that is held and can be disputed would otherwise make any part of the wallet a small one.
 */
const isMostOf = (wallet: Leaving, cents: bigint, at: string): boolean => {
  const since = addDays(dayOf(at), -1)
  const before = paidCents(Object.values(wallet.withdrawals).filter(({ day }) => day >= since))
  return (before + cents) * 100n >= (before + freeAt(wallet, at)) * BigInt(REVIEW.mostPercent)
}

/** Whether this day comes close to the limit of a day, as another one of late did. */
const isNearLimitAgain = (withdrawals: readonly Withdrawal[], cents: bigint, today: string): boolean => {
  const ofDay = (wanted: string) => paidCents(withdrawals.filter(({ day }) => day === wanted))
  const near = BigInt(REVIEW.nearLimitCents)
  if (ofDay(today) + cents < near) return false
  const earlier = new Set(withdrawals.map(({ day }) => day))
  return [...earlier].some(
    (day) => day < today && day >= addDays(today, -REVIEW.nearLimitDays) && ofDay(day) >= near,
  )
}

/**
 * Why a person has to look at a withdrawal before it goes: the first of the rules that it meets; null: it may go by
 * itself. An account to which something went a while ago, and did not come back, is known. What ended without leaving
 * does not count. The payment that closes an account goes by itself only where something went before.
 */
export const reviewOf = (
  wallet: Leaving,
  { accountId, cents, isShared, isLast = false, former = [] }: Asked,
  at: string,
): ReviewReason | null => {
  const today = dayOf(at)
  const withdrawals = [wallet, ...former].flatMap((one) => Object.values(one.withdrawals))
  const paid = withdrawals.filter((one) => one.accountId === accountId && one.stage === 'sent')
  const isKnown = paid.some(({ day }) => day <= addDays(today, -REVIEW.knownAccountDays))
  if (isShared && !isKnown) return 'account_ownership'
  // Of what goes there by itself its member would still hear; of this they hear when all is gone.
  if (isLast && paid.length === 0) return 'account_ownership'
  const isLarge = receivedAt(wallet.received, at) >= BigInt(REVIEW.receivedCents)
  if (isLarge && !isKnown && isMostOf(wallet, cents, at)) return 'just_received'
  if (withdrawals.filter(({ day }) => day === today).length >= REVIEW.perDay) return 'many_in_a_day'
  return isNearLimitAgain(withdrawals, cents, today) ? 'near_limit' : null
}
