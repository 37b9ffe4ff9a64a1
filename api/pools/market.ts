import type { Fill, Quote } from '../../events/pools/holding.ts'
import type { Fund } from '../../events/pools/pool.ts'

/**
 * Units to be bought for so many cents, or to be sold. The id names the order: the same id is the same order, however
 * often and whenever it is placed.
 */
export type MarketOrder = {
  readonly orderId: string
  readonly fund: Fund
  /** The UTC day on which it is placed. */
  readonly day: string
} & ({ readonly side: 'buy'; readonly cents: bigint } | { readonly side: 'sell'; readonly units: bigint })

/** What has become of an order. */
export type Trade =
  /** All of it: the units of a sale, or as many as the cents of a purchase bought, for those cents at most. */
  | { readonly state: 'filled'; readonly fill: Fill }
  /** Not yet: place it again later to hear. */
  | { readonly state: 'working' }
  /** Nothing of it, ever. The reason is a code. */
  | { readonly state: 'refused'; readonly reason: string }

/**
 * Where prices come from and orders go to: one fund for each pool type and risk profile. `api/pools/alpaca` and
 * `api/sandbox/market` implement it and pass one contract suite, `tests/contract/market`.
 */
export interface Market {
  /** Shown to members, such as "Simulated market". */
  readonly title: string
  /** No real market stands behind it. */
  readonly simulated: boolean
  /** Why nothing can be bought, sold or valued, a sentence; null where it can. */
  readonly closed: string | null
  /** How far below the price of the day a sale may be filled, in millionths, as far as one plans for that. */
  readonly slippage: bigint
  /**
   * The prices of every day after `after` up to and including `through` (UTC days), oldest first: one a day, by which
   * pools are valued from the start of the day to its end. What it answers for a day that has begun must never
   * change, so that asking again after a crash gives the same valuations.
   * @throws {MarketUnavailable} not now
   */
  readonly quotes: (fund: Fund, after: string, through: string) => Promise<readonly Quote[]>
  /**
   * Places an order, or looks at one that was placed.
   * @throws {MarketUnavailable} not now; it may have been placed, and placing it again is safe
   */
  readonly trade: (order: MarketOrder) => Promise<Trade>
  /** What a fund is expected to earn in a year, in millionths (80000: 8 %); an expectation, no promise. */
  readonly expectedAnnualReturn: (fund: Fund) => bigint
}

export class MarketUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MarketUnavailable'
  }
}
