import { decimalOf } from '../../../api/contract/money.ts'
import { minorOf } from '../../data/amounts.ts'

const DAY_S = 86_400n

/**
 * Rewards some seconds after the server counted them, in YUT with six decimals, rounded down: an estimate,
 * since the stake may have changed elsewhere. Amounts that can't be read leave the counted figure as it is.
 */
export const estimatedRewards = (available: string, perDay: string, seconds: number): string => {
  const [base, rate] = [minorOf(available, 'YUT'), minorOf(perDay, 'YUT')]
  if (base === null || rate === null || seconds <= 0) return available
  return decimalOf(base + (rate * BigInt(Math.floor(seconds))) / DAY_S, 6)
}
