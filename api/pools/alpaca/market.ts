import { LRUCache } from 'lru-cache'
import { EXPECTED_RETURN_PERCENT } from '../../contract/pools.ts'
import type { Market } from '../market.ts'
import { createAlpacaClient } from './client.ts'
import { symbolOf } from './funds.ts'
import { createOrders } from './orders.ts'
import { createPrices } from './prices.ts'

interface AlpacaOptions {
  readonly keyId: string
  readonly secretKey: string
  /** The account at Alpaca in which the units of all members are held together. */
  readonly accountId: string
  /** Origins of the Broker API and of the Market Data API. */
  readonly brokerUrl: string
  readonly dataUrl: string
  /** How long an order that is not filled is left alone at first before Alpaca is asked about it again, ms. */
  readonly recheckMs?: number
}

const RECHECK_MS = 1_000
/** Over a weekend many orders may wait, and Alpaca takes a thousand calls a minute for an account. */
const RECHECK_MS_MAX = 60_000
const WAITING_MAX = 10_000
/** What a sale may bring less than at the last close, as far as bills plan for it: three per cent. */
const SLIPPAGE = 30_000n
const MILLIONTHS_PER_PERCENT = 10_000

/**
 * Alpaca (Broker API 1.0.0, Market Data API 1.1). Members' units are held together in one account of ours (an omnibus
 * account); whose they are is in our ledger. Alpaca's own fees on sales are the platform's.
 */
export const createAlpacaMarket = (options: AlpacaOptions): Market => {
  const { keyId, secretKey, accountId, brokerUrl, dataUrl, recheckMs = RECHECK_MS } = options
  const broker = createAlpacaClient({ origin: brokerUrl, keyId, secretKey })
  const data = createAlpacaClient({ origin: dataUrl, keyId, secretKey })
  const prices = createPrices({ broker, data })
  const orders = createOrders({ broker, accountId })
  /** Orders that wait for the market: when to ask again (monotonic ms), and for how long they were left alone. */
  const waiting = new LRUCache<string, { readonly at: number; readonly pauseMs: number }>({
    max: WAITING_MAX,
  })
  return {
    title: 'Alpaca',
    simulated: false,
    closed: null,
    slippage: SLIPPAGE,
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
    // The cautious end of what the profile is expected to earn.
    expectedAnnualReturn: ({ risk }) =>
      BigInt(Math.round(EXPECTED_RETURN_PERCENT[risk].from * MILLIONTHS_PER_PERCENT)),
  }
}
