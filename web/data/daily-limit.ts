import type { Currency } from '../../api/contract/fields.ts'
import { decimalOf } from '../../api/contract/money.ts'
import type { DailyLimit } from '../../api/contract/wallet.ts'
import { compareAmounts, equivalentOf, minorOf } from './amounts.ts'

/** The dollars that a daily limit leaves for today; null without a limit. */
export const leftToday = ({ limit_usd: limit, sent_today_usd: sent }: DailyLimit): string | null => {
  if (limit === null) return null
  const rest = (minorOf(limit, 'USD') ?? 0n) - (minorOf(sent, 'USD') ?? 0n)
  return decimalOf(rest > 0n ? rest : 0n, 2)
}

/** Whether an amount is worth more than so many dollars, as the limit counts it: a YUT as ten cents. */
export const isAbove = (amount: string, currency: Currency, dollars: string): boolean => {
  const worth = currency === 'USD' ? amount : equivalentOf(amount, currency)?.amount
  return minorOf(amount, currency) !== null && worth !== undefined && compareAmounts(worth, dollars) > 0
}

/** Whether a limit allows less than another; null is no limit. */
export const isLower = (limit: string | null, than: string | null): boolean =>
  limit !== null && (than === null || compareAmounts(limit, than) < 0)
