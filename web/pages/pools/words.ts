import { EXPECTED_RETURN_PERCENT, type PoolType, type RiskProfile } from '../../../api/contract/pools.ts'
import { calendarDate } from '../../ui/time-format.ts'

export const POOL_TYPES: Readonly<Record<PoolType, string>> = {
  index_fund: 'Index Fund',
  dividend_stocks: 'Dividend Stocks',
  bonds: 'Bonds',
  crypto: 'Crypto',
  mixed: 'Mixed Portfolio',
}

export const RISK_PROFILES: Readonly<Record<RiskProfile, string>> = {
  conservative: 'Conservative',
  moderate: 'Moderate',
  aggressive: 'Aggressive',
}

/** "7-10%", as specified (specification 2, section 9). */
const rangeOf = ({ from, to }: { readonly from: number; readonly to: number }): string => `${from}-${to}%`

export const EXPECTED_RETURN: Readonly<Record<RiskProfile, string>> = {
  conservative: rangeOf(EXPECTED_RETURN_PERCENT.conservative),
  moderate: rangeOf(EXPECTED_RETURN_PERCENT.moderate),
  aggressive: rangeOf(EXPECTED_RETURN_PERCENT.aggressive),
}

/** A calendar day written `yyyy-mm-dd`, the same in every time zone: "Nov 25, 2026". */
export const longDay = calendarDate

const SHORT_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** As {@link longDay}, short: "Nov 25". */
export const shortDay = (day: string): string => SHORT_DAY.format(Date.parse(day))

/** "1 transaction", "12 transactions". */
export const transactionsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'transaction' : 'transactions'}`
