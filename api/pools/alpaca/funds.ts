import type { Fund } from '../../../events/pools/pool.ts'
import type { PoolType, RiskProfile } from '../../../events/pool-terms.ts'

/**
 * What pools of each kind hold: exchange-traded funds listed in the US, which can be bought in fractions. Pools that
 * exist hold units of theirs, so an entry may not be exchanged for another fund once money is in it.
 */
const SYMBOLS: Readonly<Record<PoolType, Readonly<Record<RiskProfile, string>>>> = {
  // Low volatility; the whole market; its hundred largest outside finance.
  index_fund: { conservative: 'USMV', moderate: 'VTI', aggressive: 'QQQ' },
  // Growing dividends; high dividends; the highest.
  dividend_stocks: { conservative: 'VIG', moderate: 'SCHD', aggressive: 'SPYD' },
  // Treasury bills; the whole bond market; high yield.
  bonds: { conservative: 'BIL', moderate: 'BND', aggressive: 'HYG' },
  // A fund that holds bitcoin, whatever the profile: there is no cautious one.
  crypto: { conservative: 'IBIT', moderate: 'IBIT', aggressive: 'IBIT' },
  // Three parts in ten stocks; four; eight.
  mixed: { conservative: 'AOK', moderate: 'AOM', aggressive: 'AOA' },
}

export const symbolOf = ({ poolType, risk }: Fund): string => SYMBOLS[poolType][risk]
