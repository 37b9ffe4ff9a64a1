import type { Fill, Quote } from '../../events/pools/holding.ts'
import type { Fund } from '../../events/pools/pool.ts'
import type { BELOW_MINIMUM, SaleTerms } from '../../events/pools/sale-terms.ts'

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
  /**
   * Filled: the units of a sale, or as many as a purchase got for at most its cents. A sale may have sold fewer, when
   * the market takes no order for so small a rest.
   */
  | { readonly state: 'filled'; readonly fill: Fill }
  /** Not filled yet: place it again later to read its state. */
  | { readonly state: 'working' }
  /** Refused for good. */
  | { readonly state: 'refused'; readonly reason: MarketRefusal }

/** Why a market refuses an order for good; `refusals.ts` has the sentences. */
export type MarketRefusal =
  /** It is worth less than the market takes. */
  | typeof BELOW_MINIMUM
  /** The fund cannot be traded in this way. */
  | 'not_tradable'
  /** The market rejected an order that it had accepted. */
  | 'rejected'
  /** The order was cancelled at the broker. */
  | 'cancelled'
  /** Nothing of it was filled on many days. */
  | 'unfilled'

/** What lies in the account at the broker. */
export interface BrokerHoldings {
  /** 10^-8 units by symbol; below zero where they are owed. */
  readonly units: ReadonlyMap<string, bigint>
  readonly cashCents: bigint
}

/** The account in which a market holds the units of all pools together. */
export interface Broker {
  readonly symbolOf: (fund: Fund) => string
  /** @throws {MarketUnavailable} temporary */
  readonly holdings: () => Promise<BrokerHoldings>
}

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
   * Orders worth less are refused, in cents. Alpaca: "Orders smaller than $1 are not allowed", by the order's quantity
   * at the bid for a sale (forum.alpaca.markets/t/13116, answered by Alpaca; code 40310000).
   */
  readonly orderCentsMin: bigint
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
  /** Null where no broker holds anything. */
  readonly broker: Broker | null
  /** A fund's expected annual return, in millionths (80000: 8 %); not a promise. */
  readonly expectedAnnualReturn: (fund: Fund) => bigint
}

/** What a pool has to know of the market to plan a sale. */
export const saleTerms = ({
  slippage: margin,
  orderCentsMin,
}: Pick<Market, 'slippage' | 'orderCentsMin'>): SaleTerms => ({ margin, orderCentsMin })

export class MarketUnavailable extends Error {
  override name = 'MarketUnavailable'
}
