import type { Decimal } from 'decimal.js'
import { BELOW_MINIMUM } from '../../../events/pools/sale-terms.ts'
import { MarketUnavailable, type MarketOrder, type MarketRefusal, type Trade } from '../market.ts'
import { AlpacaRefused, type AlpacaClient } from './client.ts'
import { boughtFill, Exact, quantityText, soldFill, soldUnits, sum, type Filled } from './fills.ts'
import { symbolOf } from './funds.ts'
import { filledOf, Order, orderStatusOf } from './order.ts'
import { refusalKind } from './refusals.ts'

/** Orders below a dollar are not accepted; the smaller remainder of a purchase stays in the pool as cash. */
export const ORDER_CENTS_MIN = 100n
/** An unfilled remainder is ordered again on the next day; after so many attempts the order ends with what it has. */
const ATTEMPTS_MAX = 20
/** Somebody at the broker may replace an order, and replace the replacement. */
const REPLACED_MAX = 10

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
  return left < ORDER_CENTS_MIN ? null : { notional: new Exact(left.toString()).div(100).toFixed(2) }
}

const tradeOf = (order: MarketOrder, filled: Filled): Trade => ({
  state: 'filled',
  fill:
    order.side === 'buy' ? boughtFill(filled, order.cents) : soldFill(filled, soldUnits(filled, order.units)),
})

/** An order that ends with what it has: nothing more of it will be filled. */
const endOf = (order: MarketOrder, filled: Filled, reason: MarketRefusal): Trade => {
  const isNothing = order.side === 'sell' ? soldUnits(filled, order.units) === 0n : filled.quantity.eq(0)
  return isNothing ? { state: 'refused', reason } : tradeOf(order, filled)
}

/**
 * Day market orders, which are filled at once or when the next session opens. Our order's id and a count are Alpaca's
 * `client_order_id`: an order left unfilled by the end of the day is followed by another for the remainder, so all of
 * them can be found from our id alone. A client order id is looked up before an order is placed, so that nothing relies
 * on how long Alpaca remembers one as used.
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

  /** @throws {AlpacaRefused} this order is not accepted */
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
      const isThere = error instanceof AlpacaRefused && refusalKind(error) === 'not_unique'
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

  /** An order and those that have replaced it at the broker, one after the other. */
  const withReplacements = async (order: MarketOrder, placed: Order): Promise<readonly Order[]> => {
    const chain = [placed]
    for (let newest = placed; newest.replaced_by && orderStatusOf(newest.status) === 'replaced';) {
      if (chain.length > REPLACED_MAX)
        throw new MarketUnavailable(`Order ${placed.id} was replaced too often`)
      newest = await broker.call('GET', `${base}/orders/${encodeURIComponent(newest.replaced_by)}`, Order)
      assertOurs(order, newest)
      chain.push(newest)
    }
    return chain
  }

  /** Finds or places an attempt; a trade where it comes to none. */
  const attemptOf = async (
    order: MarketOrder,
    attempt: number,
    filled: Filled,
    rest: object,
  ): Promise<{ readonly placed: Order } | { readonly trade: Trade }> => {
    const clientOrderId = `${order.orderId}-${attempt}`
    const found = await find(clientOrderId)
    if (found) return { placed: found }
    try {
      return { placed: await place(clientOrderId, order, rest) }
    } catch (error) {
      if (!(error instanceof AlpacaRefused)) throw error
      switch (refusalKind(error)) {
        case 'opposite_order':
          // It is placed when the other side's order has ended.
          return { trade: { state: 'working' } }
        case 'below_minimum':
          return { trade: endOf(order, filled, BELOW_MINIMUM) }
        case 'not_tradable':
          return { trade: endOf(order, filled, 'not_tradable') }
        case 'not_unique':
        case 'operator':
          throw new MarketUnavailable(`Alpaca did not take an order: ${error.message}`, { cause: error })
      }
    }
  }

  return async (order: MarketOrder): Promise<Trade> => {
    const parts: Filled[] = []
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      const filled = sum(parts)
      const rest = remainderOf(order, filled)
      if (!rest) return tradeOf(order, filled)
      const tried = await attemptOf(order, attempt, filled, rest)
      if ('trade' in tried) return tried.trade
      assertOurs(order, tried.placed)
      const chain = await withReplacements(order, tried.placed)
      const newest = chain.at(-1) ?? tried.placed
      const status = orderStatusOf(newest.status)
      if (status === 'open') return { state: 'working' }
      parts.push(...chain.map(filledOf))
      if (status === 'filled' && order.side === 'buy') return tradeOf(order, sum(parts))
      if ((status === 'rejected' || status === 'cancelled') && sum(parts).quantity.eq(0))
        return { state: 'refused', reason: status }
      // The remainder is ordered on the next day: today it would only fail again.
      if (
        status !== 'filled' &&
        remainderOf(order, sum(parts)) &&
        newest.created_at.slice(0, 10) >= order.day
      )
        return { state: 'working' }
    }
    return endOf(order, sum(parts), 'unfilled')
  }
}
