import type { Market } from '../../../api/contract/pools.ts'
import { useCached } from '../../data/cached.ts'
import { market as marketSource } from '../../data/pools.ts'
import { Banner } from '../../ui/banner.tsx'
import { t } from '../../texts/texts.ts'
import { translateServerText } from '../../texts/translate-server-text.ts'

/** The market that pools invest in; null until loaded. */
export const useMarket = (): Market | null => useCached(marketSource).value

/** Shows why investing is closed; nothing when it is open. */
export function MarketClosed({ market }: { market: Market | null }) {
  if (market === null || market.closed === null) return null
  return (
    <Banner tone="warning" title={t('Investing is closed')}>
      {translateServerText(market.closed)}
    </Banner>
  )
}

/** Risk notice about the market, shown before investing. */
export function MarketNotice() {
  const market = useMarket()
  if (market?.simulated)
    return (
      <Banner tone="warning" title={t('Simulated market')}>
        {t('Prices and dividends are simulated. Returns are expected, not promised; a pool can lose value.')}
      </Banner>
    )
  return (
    <Banner tone="warning" title={t('A pool can lose value')}>
      {t(
        'Returns are expected, not promised. Orders are filled while the market is open, at its price then.',
      )}
    </Banner>
  )
}
