import { LRUCache } from 'lru-cache'
import { EXPECTED_RETURN_PERCENT } from '../../contract/pools.ts'
import type { Market } from '../market.ts'
import { createAlpacaClient } from './client.ts'
import { symbolOf } from './funds.ts'
import { createHoldings } from './holdings.ts'
import { createOrders, ORDER_CENTS_MIN } from './orders.ts'
import { createPrices } from './prices.ts'

interface AlpacaOptions {
  readonly keyId: string
  readonly secretKey: string
  /** The account at Alpaca in which the units of all members are held together. */
  readonly accountId: string
  /** Origins of the Broker API and of the Market Data API. */
  readonly brokerUrl: string
  readonly dataUrl: string
  /** Initial delay before Alpaca is asked again about an unfilled order, ms. */
  readonly recheckMs?: number
}

const RECHECK_MS = 1_000
/** Many orders may wait over a weekend, and Alpaca allows a thousand calls a minute per account. */
const RECHECK_MS_MAX = 60_000
const WAITING_MAX = 10_000
/** How far below the last close a sale may be filled, in the plans of bill payments: three per cent. */
const SLIPPAGE = 30_000n
const MILLIONTHS_PER_PERCENT = 10_000

/**
 * Alpaca (Broker API 1.0.0, Market Data API 1.1). All members' units are in one account of ours (an omnibus account);
 * our ledger records whose they are. Alpaca's own fees on sales are paid by the platform.
 */
export const createAlpacaMarket = (options: AlpacaOptions): Market => {
  const { keyId, secretKey, accountId, brokerUrl, dataUrl, recheckMs = RECHECK_MS } = options
  const broker = createAlpacaClient({ origin: brokerUrl, keyId, secretKey })
  const data = createAlpacaClient({ origin: dataUrl, keyId, secretKey })
  const prices = createPrices({ broker, data })
  const orders = createOrders({ broker, accountId })
  /** Unfilled orders: when to ask again (monotonic ms), and the last delay. */
  const waiting = new LRUCache<string, { readonly at: number; readonly pauseMs: number }>({
    max: WAITING_MAX,
  })
  return {
    title: 'Alpaca',
    simulated: false,
    closed: null,
    slippage: SLIPPAGE,
    orderCentsMin: ORDER_CENTS_MIN,
    quotes: (fund, after, through) => prices(symbolOf(fund), after, through),
    trade: async (order) => {
      const { orderId } = order
      const waits = waiting.get(orderId)
      if (waits && waits.at > performance.now()) return { state: 'working' }
      const trade = await orders(order)
      if (trade.state === 'working') {
        const pauseMs = waits ? Math.min(waits.pauseMs * 2, RECHECK_MS_MAX) : recheckMs
        waiting.set(orderId, { at: performance.now() + pauseMs, pauseMs })
      } else waiting.delete(orderId)
      return trade
    },
    broker: { symbolOf, holdings: createHoldings({ broker, accountId }) },
    // The lower end of the profile's expected return.
    expectedAnnualReturn: ({ risk }) =>
      BigInt(Math.round(EXPECTED_RETURN_PERCENT[risk].from * MILLIONTHS_PER_PERCENT)),
  }
}
