import type { Fund } from '../../../events/pools/pool.ts'
import type { PoolType, RiskProfile } from '../../../events/pool-terms.ts'

/** The range of the expected annual return by risk profile, in millionths. */
const RETURN_RANGE: Readonly<Record<RiskProfile, { readonly from: number; readonly to: number }>> = {
  conservative: { from: 40_000, to: 60_000 },
  moderate: { from: 70_000, to: 100_000 },
  aggressive: { from: 100_000, to: 150_000 },
}

/** Parameters in which pool types differ. */
interface Character {
  /** Position of its return within the range of its risk profile, in per cent. */
  readonly returnAt: number
  /** How far prices swing around their trend (standard deviation), in millionths, at moderate risk. */
  readonly swing: number
  /** Share of the return that is paid as dividends, in per cent, and the months on whose first day it is paid. */
  readonly dividendShare: number
  readonly dividendMonths: readonly number[]
}

const MONTHLY = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const QUARTERLY = [1, 4, 7, 10]

const CHARACTERS: Readonly<Record<PoolType, Character>> = {
  bonds: { returnAt: 10, swing: 4_000, dividendShare: 90, dividendMonths: MONTHLY },
  mixed: { returnAt: 40, swing: 12_000, dividendShare: 50, dividendMonths: MONTHLY },
  dividend_stocks: { returnAt: 55, swing: 20_000, dividendShare: 60, dividendMonths: QUARTERLY },
  index_fund: { returnAt: 70, swing: 25_000, dividendShare: 25, dividendMonths: QUARTERLY },
  crypto: { returnAt: 100, swing: 90_000, dividendShare: 0, dividendMonths: [] },
}

const SWING_PERCENT: Readonly<Record<RiskProfile, number>> = {
  conservative: 50,
  moderate: 100,
  aggressive: 160,
}

export interface FundCharacter {
  /** Annual return including dividends, in millionths. */
  readonly annualReturn: number
  /** Part of it that is paid as dividends, in millionths of the price per year. */
  readonly annualDividend: number
  readonly dividendMonths: readonly number[]
  /** Standard deviation around the trend, in millionths. */
  readonly swing: number
}

/** Parameters of the fund for a pool type and risk profile. */
export const characterOf = ({ poolType, risk }: Fund): FundCharacter => {
  const { returnAt, swing, dividendShare, dividendMonths } = CHARACTERS[poolType]
  const { from, to } = RETURN_RANGE[risk]
  const annualReturn = Math.round(from + ((to - from) * returnAt) / 100)
  return {
    annualReturn,
    annualDividend: Math.round((annualReturn * dividendShare) / 100),
    dividendMonths,
    swing: Math.round((swing * SWING_PERCENT[risk]) / 100),
  }
}
