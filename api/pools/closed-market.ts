import { Refusal } from '../../events/refusal.ts'
import type { Market } from './market.ts'

const SENTENCE =
  'Investing is closed: this installation is not connected to a market. What you have invested is kept as it is.'

/** The market of an installation without one: there are no prices, so nothing is bought, sold or valued. */
export const closedMarket: Market = {
  title: 'No market',
  simulated: false,
  closed: SENTENCE,
  slippage: 0n,
  orderCentsMin: 0n,
  trade: () => Promise.reject(new Refusal('market_closed', SENTENCE)),
  quotes: () => Promise.reject(new Refusal('market_closed', SENTENCE)),
  broker: null,
  expectedAnnualReturn: () => 0n,
}
