import { dayOf, HOUR_MS } from '../calendar.ts'
import { RAISE_WAIT_HOURS } from '../limits.ts'
import { formatMinor, type Money } from '../money.ts'
import { Refusal } from '../refusal.ts'

const RAISE_WAIT_MS = RAISE_WAIT_HOURS * HOUR_MS

/** Cents that may leave in a day; null: no limit. */
export type LimitCents = bigint | null

/** A member's limit on transfers out of their wallet in one day (UTC). */
export interface DailyLimit {
  readonly cents: LimitCents
  /** A higher limit, and the ISO time from which it applies. */
  readonly raise: { readonly cents: LimitCents; readonly from: string } | null
}

export const noDailyLimit: DailyLimit = { cents: null, raise: null }

/** The sum of the transfers sent on the latest day with any, in cents. */
export interface SentInDay {
  readonly day: string
  readonly cents: bigint
}

/** Cents that an amount counts as, rounded up: a dollar for a USDC, ten cents for a YUT, as in the wallet's total. */
export const worthCents = ({ currency, minor }: Money): bigint => {
  switch (currency) {
    case 'USD':
      return minor
    case 'USDC':
      return (minor + 9_999n) / 10_000n
    case 'YUT':
      return (minor + 99_999n) / 100_000n
  }
}

/** The limit that applies at `at` (ISO time, UTC). */
export const limitAt = ({ cents, raise }: DailyLimit, at: string): LimitCents =>
  raise !== null && raise.from <= at ? raise.cents : cents

/** The higher limit that does not apply yet at `at`. */
export const raiseAt = ({ raise }: DailyLimit, at: string): DailyLimit['raise'] =>
  raise !== null && raise.from > at ? raise : null

/** Whether `one` allows more than `other`. */
export const isHigher = (one: LimitCents, other: LimitCents): boolean =>
  one === null ? other !== null : other !== null && one > other

/** When a new limit set at `at` applies: a lower one at once, a higher one a day later; null when nothing changes. */
export const changeOf = (
  limit: DailyLimit,
  wish: LimitCents,
  at: string,
): { readonly from: string } | null => {
  const now = limitAt(limit, at)
  const waiting = raiseAt(limit, at)
  if (waiting === null ? wish === now : wish === waiting.cents) return null
  return { from: isHigher(wish, now) ? new Date(Date.parse(at) + RAISE_WAIT_MS).toISOString() : at }
}

/** The limit after it was set at `at`, to apply from `from` on. */
export const limitSet = (limit: DailyLimit, cents: LimitCents, from: string, at: string): DailyLimit =>
  from > at ? { cents: limitAt(limit, at), raise: { cents, from } } : { cents, raise: null }

/** The sum sent after another transfer. A clock that steps back over midnight does not reset it. */
export const sentAfter = (sent: SentInDay | null, amount: Money, at: string): SentInDay => {
  const day = dayOf(at)
  const cents = worthCents(amount)
  return sent !== null && sent.day >= day ? { day: sent.day, cents: sent.cents + cents } : { day, cents }
}

/** Cents sent on the day of `at`. */
export const sentOn = (sent: SentInDay | null, at: string): bigint =>
  sent !== null && sent.day >= dayOf(at) ? sent.cents : 0n

/** @throws {Refusal} `daily_limit`, with the amount left today */
export const assertWithinLimit = (
  { dailyLimit, sentInDay }: { readonly dailyLimit: DailyLimit; readonly sentInDay: SentInDay | null },
  amount: Money,
  at: string,
): void => {
  const limit = limitAt(dailyLimit, at)
  if (limit === null) return
  const left = limit - sentOn(sentInDay, at)
  if (worthCents(amount) <= left) return
  const sentence = `You let $${formatMinor('USD', limit)} leave your wallet in a day, and $${formatMinor('USD', left > 0n ? left : 0n)} of that is left today (UTC). Your profile page has the limit.`
  throw new Refusal('daily_limit', sentence, { amount: sentence })
}

/** @throws {Refusal} `unverified_limit`, with the amount left today and what raises it */
export const assertWithinUnverified = (
  sent: SentInDay | null,
  limit: bigint,
  amount: Money,
  at: string,
): void => {
  const left = limit - sentOn(sent, at)
  if (worthCents(amount) <= left) return
  const sentence = `Until it is verified who you are, $${formatMinor('USD', limit)} may leave your wallet in a day, and $${formatMinor('USD', left > 0n ? left : 0n)} of that is left today (UTC). Your profile page shows how to verify it.`
  throw new Refusal('unverified_limit', sentence, { amount: sentence })
}

/** An access token that pays, and the cents that may leave by it in a day (UTC). */
export interface PayingToken {
  readonly id: string
  readonly dayCents: bigint
}

/** What left by access tokens, by token, each on its latest day; only of days that may still count. */
export type SentByTokens = Readonly<Record<string, SentInDay>>

/** The sums after another transfer by a token; those of earlier days are forgotten. */
export const sentByTokensAfter = (
  sent: SentByTokens,
  token: string,
  amount: Money,
  at: string,
): SentByTokens => ({
  ...Object.fromEntries(Object.entries(sent).filter(([, { day }]) => day >= dayOf(at))),
  [token]: sentAfter(sent[token] ?? null, amount, at),
})

/** @throws {Refusal} `token_limit`, with the amount left today */
export const assertWithinToken = (
  sent: SentByTokens,
  { id, dayCents }: PayingToken,
  amount: Money,
  at: string,
): void => {
  const left = dayCents - sentOn(sent[id] ?? null, at)
  if (worthCents(amount) <= left) return
  const sentence = `This access token may pay $${formatMinor('USD', dayCents)} in a day, and $${formatMinor('USD', left > 0n ? left : 0n)} of that is left today (UTC).`
  throw new Refusal('token_limit', sentence, { amount: sentence })
}
