import type { Fund } from '../../../events/pools/pool.ts'
import type { PoolType, RiskProfile } from '../../../events/pool-terms.ts'

/**
 * The fund of each kind of pool: exchange-traded funds listed in the US that can be bought in fractions. Existing pools
 * hold units of theirs, so an entry must not be replaced once money is invested in it.
 */
const SYMBOLS: Readonly<Record<PoolType, Readonly<Record<RiskProfile, string>>>> = {
  // Low volatility; the whole market; the hundred largest of the Nasdaq outside finance.
  index_fund: { conservative: 'USMV', moderate: 'VTI', aggressive: 'QQQ' },
  // Growing dividends; high dividends; the highest.
  dividend_stocks: { conservative: 'VIG', moderate: 'SCHD', aggressive: 'SPYD' },
  // Treasury bills; the whole bond market; high yield.
  bonds: { conservative: 'BIL', moderate: 'BND', aggressive: 'HYG' },
  // A bitcoin fund for every profile: there is no cautious one.
  crypto: { conservative: 'IBIT', moderate: 'IBIT', aggressive: 'IBIT' },
  // Three parts in ten stocks; four; eight.
  mixed: { conservative: 'AOK', moderate: 'AOM', aggressive: 'AOA' },
}

export const symbolOf = ({ poolType, risk }: Fund): string => SYMBOLS[poolType][risk]
