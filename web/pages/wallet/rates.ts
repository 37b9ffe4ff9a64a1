import { APY_PERCENT } from '../../../api/contract/rates.ts'
import type { WalletInsights } from '../../../api/contract/reports.ts'
import { percent } from '../../texts/exact-numbers.ts'

/** The yearly rates as a sentence says them. */
export const ratesText = ({ usd_apy_percent: usd = APY_PERCENT.usd }: WalletInsights) => ({
  usd: percent(usd),
  stakedYut: percent(APY_PERCENT.stakedYut),
})
