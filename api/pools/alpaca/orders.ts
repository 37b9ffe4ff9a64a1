import type { Decimal } from 'decimal.js'
import * as z from 'zod'
import { MarketUnavailable, type MarketOrder, type Trade } from '../market.ts'
import { AlpacaRefused, type AlpacaClient } from './client.ts'
import { boughtFill, Exact, quantityText, soldFill, sum, type Filled } from './fills.ts'
import { symbolOf } from './funds.ts'

const Amount = z.string().regex(/^\d{1,15}(\.\d{1,15})?$/)
const Order = z.object({
  id: z.string(),
  client_order_id: z.string(),
  symbol: z.string(),
  side: z.string(),
  created_at: z.string(),
  filled_qty: Amount,
  filled_avg_price: z.nullish(Amount),
  status: z.string(),
})
type Order = z.infer<typeof Order>

/** Notional orders below a dollar are not accepted; a smaller remainder stays in the pool as cash. */
const PURCHASE_CENTS_MIN = 100n
/** An unfilled remainder is ordered again on the next day; after so many attempts an operator has to look. */
const ATTEMPTS_MAX = 20
const NOT_UNIQUE = /client_order_id must be unique/i

type OrderStatus = 'open' | 'filled' | 'expired' | 'stopped'

/** Alpaca's enumeration is open: an unknown status may still become a known one. */
const orderStatusOf = (status: string): OrderStatus => {
  switch (status) {
    case 'filled':
      return 'filled'
    case 'expired':
      return 'expired'
    case 'canceled':
    case 'rejected':
      return 'stopped'
    case 'new':
    case 'partially_filled':
    case 'done_for_day':
    case 'accepted':
    case 'pending_new':
    case 'accepted_for_bidding':
    case 'pending_cancel':
    case 'pending_replace':
    case 'replaced':
    case 'stopped':
    case 'suspended':
    case 'calculated':
    default:
      return 'open'
  }
}

const filledOf = ({ filled_qty: quantity, filled_avg_price: price }: Order): Filled => ({
  quantity: new Exact(quantity),
  dollars: new Exact(quantity).times(price ?? 0),
})

/** The remainder to order; null when it is nothing, or too little. */
const remainderOf = (
  order: MarketOrder,
  { quantity, dollars }: Filled,
): { readonly notional: string } | { readonly qty: string } | null => {
  if (order.side === 'sell') {
    const left: Decimal = new Exact(quantityText(order.units)).minus(quantity)
    return left.gt(0) ? { qty: left.toFixed() } : null
  }
  const spentCents = BigInt(dollars.times(100).toFixed(0, Exact.ROUND_UP))
  const left = order.cents - spentCents
  return left < PURCHASE_CENTS_MIN ? null : { notional: new Exact(left.toString()).div(100).toFixed(2) }
}

/**
 * Day market orders, which are filled at once or when the next session opens. Our order's id and a count are Alpaca's
 * `client_order_id`: an order left unfilled by the end of the day is followed by another for the remainder, so all of
 * them can be found from our id alone.
 */
export const createOrders = ({
  broker,
  accountId,
}: {
  readonly broker: AlpacaClient
  readonly accountId: string
}) => {
  const base = `/v1/trading/accounts/${encodeURIComponent(accountId)}`

  const find = async (clientOrderId: string): Promise<Order | null> => {
    try {
      return await broker.call('GET', `${base}/orders:by_client_order_id`, Order, {
        query: { client_order_id: clientOrderId },
      })
    } catch (error) {
      if (error instanceof AlpacaRefused && error.status === 404) return null
      throw error
    }
  }

  /** @throws {AlpacaRefused} 422: this order is not accepted */
  const place = async (clientOrderId: string, order: MarketOrder, amount: object): Promise<Order> => {
    const body = {
      symbol: symbolOf(order.fund),
      ...amount,
      side: order.side,
      type: 'market',
      time_in_force: 'day',
      client_order_id: clientOrderId,
    }
    try {
      return await broker.call('POST', `${base}/orders`, Order, { body })
    } catch (error) {
      const isUnknown = error instanceof MarketUnavailable
      const isThere = error instanceof AlpacaRefused && NOT_UNIQUE.test(error.reason)
      if (!isUnknown && !isThere) throw error
      // The order may exist all the same, placed by this request or by another process.
      const placed = await find(clientOrderId)
      if (placed) return placed
      throw isUnknown
        ? error
        : new MarketUnavailable('Alpaca has an order and does not find it', { cause: error })
    }
  }

  const assertOurs = (order: MarketOrder, placed: Order): void => {
    if (placed.symbol === symbolOf(order.fund) && placed.side === order.side) return
    throw new MarketUnavailable(`Alpaca's order ${placed.id} is not the order that was asked for`)
  }

  const tradeOf = (order: MarketOrder, filled: Filled): Trade => ({
    state: 'filled',
    fill: order.side === 'buy' ? boughtFill(filled, order.cents) : soldFill(filled, order.units),
  })

  return async (order: MarketOrder): Promise<Trade> => {
    const parts: Filled[] = []
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const filled = sum(parts)
      const rest = remainderOf(order, filled)
      if (!rest) return tradeOf(order, filled)
      const clientOrderId = `${order.orderId}-${attempt}`
      let placed = await find(clientOrderId)
      if (!placed) {
        try {
          placed = await place(clientOrderId, order, rest)
        } catch (error) {
          if (!(error instanceof AlpacaRefused)) throw error
          // 422: the fund cannot be traded this way. Others (no buying power, a blocked account) are for the operator.
          if (error.status === 422 && filled.quantity.eq(0))
            return { state: 'refused', reason: `market_${error.code ?? error.status}` }
          throw new MarketUnavailable(`Alpaca did not take an order: ${error.message}`, { cause: error })
        }
      }
      assertOurs(order, placed)
      const status = orderStatusOf(placed.status)
      if (status === 'open') return { state: 'working' }
      parts.push(filledOf(placed))
      if (status === 'filled' && order.side === 'buy') return tradeOf(order, sum(parts))
      if (status === 'stopped' && sum(parts).quantity.eq(0))
        return { state: 'refused', reason: `market_${placed.status}` }
      // The remainder is ordered on the next day: today it would only fail again.
      if (
        status !== 'filled' &&
        remainderOf(order, sum(parts)) &&
        placed.created_at.slice(0, 10) >= order.day
      )
        return { state: 'working' }
    }
    throw new MarketUnavailable(`Order ${order.orderId} was not filled in ${ATTEMPTS_MAX} attempts`)
  }
}
