import { decimalOf } from '../../../api/contract/money.ts'
import { minorOf } from '../../data/amounts.ts'

const DAY_S = 86_400n

/**
 * Estimates the rewards `seconds` after the server computed them, in YUT with six decimals, rounded down. Only an
 * estimate, because the stake may have changed elsewhere. Returns `available` if an amount cannot be parsed.
 */
export const estimatedRewards = (available: string, perDay: string, seconds: number): string => {
  const [base, rate] = [minorOf(available, 'YUT'), minorOf(perDay, 'YUT')]
  if (base === null || rate === null || seconds <= 0) return available
  return decimalOf(base + (rate * BigInt(Math.floor(seconds))) / DAY_S, 6)
}
