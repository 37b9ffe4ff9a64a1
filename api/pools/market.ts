import type { Fill, Quote } from '../../events/pools/holding.ts'
import type { Fund } from '../../events/pools/pool.ts'

/** How long an order may wait for a market that is closed over a long weekend. */
export const ORDER_WAITS_MS = 5 * 86_400_000

/**
 * An order to buy for an amount of cents, or to sell units. Repeating an order with the same id never places a second
 * one.
 */
export type MarketOrder = {
  readonly orderId: string
  readonly fund: Fund
  /** UTC day of the order. */
  readonly day: string
} & ({ readonly side: 'buy'; readonly cents: bigint } | { readonly side: 'sell'; readonly units: bigint })

/** State of an order. */
export type Trade =
  /** Completely filled: all units of a sale, or as many as a purchase got for at most its cents. */
  | { readonly state: 'filled'; readonly fill: Fill }
  /** Not filled yet: place it again later to read its state. */
  | { readonly state: 'working' }
  /** Refused for good. The reason is a code. */
  | { readonly state: 'refused'; readonly reason: string }

/**
 * The source of prices and destination of orders, with one fund for each pool type and risk profile. `api/pools/alpaca`
 * and `api/sandbox/market` implement it and pass one contract suite, `tests/contract/market`.
 */
export interface Market {
  /** Shown to members, such as "Simulated market". */
  readonly title: string
  /** Whether there is no real market behind it. */
  readonly simulated: boolean
  /** Sentence that says why nothing can be bought, sold or valued; null when the market is open. */
  readonly closed: string | null
  /** How far below the price of the day a sale may be filled, in millionths, for planning. */
  readonly slippage: bigint
  /**
   * The price of every day after `after` through `through` (UTC days, inclusive), oldest first; pools are valued by it
   * for the whole day. The price of a day that has begun must never change, so that a retry after a crash gives the
   * same valuations.
   * @throws {MarketUnavailable} temporary
   */
  readonly quotes: (fund: Fund, after: string, through: string) => Promise<readonly Quote[]>
  /**
   * Places an order, or reads the state of one placed before.
   * @throws {MarketUnavailable} temporary; the order may have been placed, and a retry is safe
   */
  readonly trade: (order: MarketOrder) => Promise<Trade>
  /** A fund's expected annual return, in millionths (80000: 8 %); not a promise. */
  readonly expectedAnnualReturn: (fund: Fund) => bigint
}

export class MarketUnavailable extends Error {
  override name = 'MarketUnavailable'
}
