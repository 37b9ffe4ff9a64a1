import { APY_PERCENT } from '../../../api/contract/rates.ts'
import { percent } from '../../texts/exact-numbers.ts'

/** The yearly rates as a sentence says them. */
export const ratesText = () => ({ usd: percent(APY_PERCENT.usd), stakedYut: percent(APY_PERCENT.stakedYut) })
