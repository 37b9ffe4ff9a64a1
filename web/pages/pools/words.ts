import { EXPECTED_RETURN_PERCENT, type Pool, type RiskProfile } from '../../../api/contract/pools.ts'
import { dollars } from '../../texts/money.ts'
import { t } from '../../texts/texts.ts'

export const POOL_TYPES: Readonly<Record<Pool['pool_type'], string>> = {
  index_fund: t('Index Fund'),
  dividend_stocks: t('Dividend Stocks'),
  bonds: t('Bonds'),
  crypto: t('Crypto'),
  mixed: t('Mixed Portfolio'),
  unfamiliar: t('Other'),
}

export const RISK_PROFILES: Readonly<Record<Pool['risk_profile'], string>> = {
  conservative: t('Conservative'),
  moderate: t('Moderate'),
  aggressive: t('Aggressive'),
  unfamiliar: t('Other'),
}

/** A range of yearly returns, such as "7-10%". */
const rangeOf = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  t('{from}-{to}%', { from, to })

export const EXPECTED_RETURN: Readonly<Record<RiskProfile, string>> = {
  conservative: rangeOf(EXPECTED_RETURN_PERCENT.conservative),
  moderate: rangeOf(EXPECTED_RETURN_PERCENT.moderate),
  aggressive: rangeOf(EXPECTED_RETURN_PERCENT.aggressive),
}

/** Sources of a payment: "$2.00 from dividends, $1.00 from gains"; null when both are 0. Amounts in cents. */
export const sourcesText = (dividends: number, gains: number): string | null => {
  const parts = [
    dividends > 0 ? t('{dividends} from dividends', { dividends: dollars(dividends) }) : null,
    gains > 0 ? t('{gains} from gains', { gains: dollars(gains) }) : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}

/** "1 transaction", "12 transactions". */
export const transactionsText = (count: number): string =>
  t('{count, plural, one {# transaction} other {# transactions}}', { count })
