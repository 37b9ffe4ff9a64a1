import { addDays } from '../../../events/calendar.ts'
import { GRAINS_PER_CENT } from '../../../events/pools/holding.ts'
import { BELOW_MINIMUM } from '../../../events/pools/sale-terms.ts'
import type { Market } from '../../pools/market.ts'

/** As at Alpaca; see `Market.orderCentsMin`. */
export const ORDER_CENTS_MIN = 100n

/**
 * Fills an order at once and in full, at the price of the day on which it is placed; stores no state. Orders below a
 * dollar are not executed, as at Alpaca: a sale is refused, and a purchase buys nothing.
 */
export const tradeAt =
  (quotes: Market['quotes']): Market['trade'] =>
  async (order) => {
    const [quote] = await quotes(order.fund, addDays(order.day, -1), order.day)
    if (!quote) throw new Error(`There is no price of ${order.day}`)
    const { price } = quote
    if (order.side === 'buy') {
      const units = order.cents < ORDER_CENTS_MIN ? 0n : (order.cents * GRAINS_PER_CENT) / price
      return { state: 'filled', fill: { units, price, rest: 0n } }
    }
    const { units } = order
    return units * price < ORDER_CENTS_MIN * GRAINS_PER_CENT
      ? { state: 'refused', reason: BELOW_MINIMUM }
      : { state: 'filled', fill: { units, price, rest: 0n } }
  }
