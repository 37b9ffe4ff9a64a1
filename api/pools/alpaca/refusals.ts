import { AlpacaRefused } from './client.ts'

/**
 * Why Alpaca does not take an order. One code (40310000) stands for several reasons, so the message says which.
 * - `below_minimum`: "cost basis must be >= minimal amount of order 1".
 * - `opposite_order`: "potential wash trade detected", answered 403 or 422 while an order of the other side in the same
 *   symbol is open in the account, also while the market is closed. All members' units are in one account, so it can be
 *   another member's order. It ends with that order (docs.alpaca.markets/docs/user-protection, "Preventing Wash Trades").
 * - `not_unique`: an order with our id exists.
 * - `not_tradable`: the fund cannot be traded in this way.
 * - `operator`: anything else, such as no buying power or a blocked account.
 */
export type RefusalKind = 'below_minimum' | 'opposite_order' | 'not_unique' | 'not_tradable' | 'operator'

const OPPOSITE_ORDER = /wash trade|opposite side/i
const BELOW_MINIMUM = /minimal amount of order/i
const NOT_UNIQUE = /client_order_id must be unique/i

export const refusalKind = ({ status, reason, besides }: AlpacaRefused): RefusalKind => {
  if (NOT_UNIQUE.test(reason)) return 'not_unique'
  // Whatever its message: an order is named only when it stands in the way, and orders end.
  if (besides !== null || OPPOSITE_ORDER.test(reason)) return 'opposite_order'
  if (BELOW_MINIMUM.test(reason)) return 'below_minimum'
  return status === 422 ? 'not_tradable' : 'operator'
}
