import { LRUCache } from 'lru-cache'
import { EXPECTED_RETURN_PERCENT } from '../../contract/pools.ts'
import type { Market } from '../market.ts'
import { createAlpacaClient } from './client.ts'
import { symbolOf } from './funds.ts'
import { createOrders } from './orders.ts'
import { createPrices } from './prices.ts'

export interface AlpacaOptions {
  readonly keyId: string
  readonly secretKey: string
  /** The account at Alpaca in which the units of all members are held together. */
  readonly accountId: string
  /** Origins of the Broker API and of the Market Data API. */
  readonly brokerUrl: string
  readonly dataUrl: string
  /** How long an order that is not filled is left alone before Alpaca is asked about it again, ms. */
  readonly recheckMs?: number
}

const RECHECK_MS = 5_000
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
  const waiting = new LRUCache<string, true>({ max: WAITING_MAX, ttl: Math.max(recheckMs, 1) })
  return {
    title: 'Alpaca',
    simulated: false,
    closed: null,
    slippage: SLIPPAGE,
    quotes: (fund, after, through) => prices(symbolOf(fund), after, through),
    trade: async (order) => {
      if (recheckMs > 0 && waiting.has(order.orderId)) return { state: 'working' }
      const trade = await orders(order)
      if (trade.state === 'working') waiting.set(order.orderId, true)
      return trade
    },
    // The cautious end of what the profile is expected to earn.
    expectedAnnualReturn: ({ risk }) =>
      BigInt(Math.round(EXPECTED_RETURN_PERCENT[risk].from * MILLIONTHS_PER_PERCENT)),
  }
}
