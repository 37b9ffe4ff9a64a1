import { addDays } from '../../../events/calendar.ts'
import { GRAINS_PER_CENT } from '../../../events/pools/holding.ts'
import type { Market } from '../../pools/market.ts'

/** Fills every order at once and in full, at the price of the day on which it is placed; stores no state. */
export const tradeAt =
  (quotes: Market['quotes']): Market['trade'] =>
  async (order) => {
    const [quote] = await quotes(order.fund, addDays(order.day, -1), order.day)
    if (!quote) throw new Error(`There is no price of ${order.day}`)
    const { price } = quote
    const units = order.side === 'sell' ? order.units : (order.cents * GRAINS_PER_CENT) / price
    return { state: 'filled', fill: { units, price, rest: 0n } }
  }
