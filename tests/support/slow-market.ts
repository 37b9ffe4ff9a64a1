import { addDays } from '../../events/calendar.ts'
import { GRAINS_PER_CENT } from '../../events/pools/holding.ts'
import type { Market, MarketOrder, Trade } from '../../api/pools/market.ts'
import type { Dice } from '../unit/pools/dice.ts'

/** Orders worth less are refused, as at Alpaca; in cents. */
const CENTS_MIN = 100n

/**
 * A market like the real ones: an order is filled after a few polls, at a price other than the day's, or refused for
 * good. It takes no order below a dollar. It stores orders by their ids and counts the units that we have bought and not sold.
 */
export const createSlowMarket = (
  quotes: Market['quotes'],
  dice: Dice,
): Pick<Market, 'quotes' | 'trade' | 'slippage' | 'orderCentsMin'> & {
  /** 10^-8 units that were bought and not sold. */
  readonly held: () => bigint
  readonly orders: () => number
} => {
  const known = new Map<string, { order: MarketOrder; left: number; end: Trade }>()
  let held = 0n

  const endOf = async (order: MarketOrder): Promise<Trade> => {
    if (dice.chance(0.15)) return { state: 'refused', reason: 'rejected' }
    const [quote] = await quotes(order.fund, addDays(order.day, -1), order.day)
    if (!quote) throw new Error(`There is no price of ${order.day}`)
    const price = (quote.price * BigInt(dice.between(960_000, 1_040_000))) / 1_000_000n
    if (order.side === 'sell') {
      const least = (CENTS_MIN * GRAINS_PER_CENT) / price + 1n
      if (order.units < least) return { state: 'refused', reason: 'below_minimum' }
      // Of some a small rest is left at the end of the day, for which no order is taken.
      const left = dice.chance(0.2) ? BigInt(dice.between(0, Number(least) - 1)) : 0n
      const units = left < order.units ? order.units - left : order.units
      const rest = BigInt(dice.between(0, 9_999))
      return { state: 'filled', fill: { units, price, rest: rest < units ? rest : 0n } }
    }
    const units = (order.cents * GRAINS_PER_CENT) / price
    const rest = BigInt(dice.between(0, 9_999))
    return { state: 'filled', fill: { units, price, rest: rest < units ? rest : 0n } }
  }

  return {
    quotes,
    slippage: 30_000n,
    orderCentsMin: CENTS_MIN,
    held: () => held,
    orders: () => known.size,
    trade: async (order) => {
      const { orderId, side } = order
      const placed = known.get(orderId) ?? { order, left: dice.between(0, 3), end: await endOf(order) }
      if (!known.has(orderId)) known.set(orderId, placed)
      const isSame =
        placed.order.side === 'buy'
          ? side === 'buy' && placed.order.cents === order.cents
          : side === 'sell' && placed.order.units === order.units
      if (!isSame) throw new Error(`Order ${orderId} is placed again as another one`)
      if (placed.left > 0) {
        placed.left -= 1
        return { state: 'working' }
      }
      if (placed.left === 0 && placed.end.state === 'filled') {
        const { units } = placed.end.fill
        held += side === 'buy' ? units : -units
      }
      placed.left = -1
      return placed.end
    },
  }
}
