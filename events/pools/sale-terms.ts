import { GRAINS_PER_CENT, unitsFor, type Holding } from './holding.ts'

/** What has to be known of a market to plan a sale. */
export interface SaleTerms {
  /** How far below the price of the day a sale may be filled, in millionths. */
  readonly margin: bigint
  /** The market refuses orders that are worth less, in cents; zero if it takes any. */
  readonly orderCentsMin: bigint
}

/** A market refuses an order for good because it is worth too little. */
export const BELOW_MINIMUM = 'below_minimum'

const ceilDiv = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by

/** The worth at the price of the day, in cents, from which on the market takes a sale, although its price may fall. */
export const saleCentsMin = ({ margin, orderCentsMin }: SaleTerms): bigint =>
  ceilDiv(orderCentsMin * (1_000_000n + margin), 1_000_000n)

/** The fewest units that the market takes, in 10^-8. */
const unitsMin = ({ price }: Holding, terms: SaleTerms): bigint =>
  ceilDiv(saleCentsMin(terms) * GRAINS_PER_CENT, price)

/**
 * The units to sell for a withdrawal: no fewer than the market takes, and all of them if it would not take the rest
 * later. What they bring beyond the withdrawal stays in the pool as cash. Null when all units are worth too little.
 */
export const unitsForWithdrawal = (holding: Holding, cents: bigint, terms: SaleTerms): bigint | null => {
  const enough = unitsFor(holding, cents)
  if (enough === 0n) return 0n
  const least = unitsMin(holding, terms)
  if (holding.units < least) return null
  const sold = enough > least ? enough : least
  return holding.units - sold < least ? holding.units : sold
}

/** The units to sell for a bill that {@link availableForBills} covers: no fewer than the market takes. */
export const unitsForBill = (holding: Holding, cents: bigint, terms: SaleTerms): bigint => {
  const enough = unitsFor(holding, cents, terms.margin)
  if (enough === 0n) return 0n
  const least = unitsMin(holding, terms)
  return enough > least ? enough : least < holding.units ? least : holding.units
}
