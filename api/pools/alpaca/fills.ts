import { Decimal } from 'decimal.js'
import { GRAINS_PER_CENT, type Fill } from '../../../events/pools/holding.ts'

/** The filled part of an order, in the broker's decimals. */
export interface Filled {
  /** Shares, with up to nine decimals. */
  readonly quantity: Decimal
  /** Their cost or proceeds, in dollars. */
  readonly dollars: Decimal
}

/** Precision for nine decimals of shares and of prices, at any amount that fits the ledger. */
export const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_DOWN })

/** 10^-8 shares. */
const UNIT_DECIMALS = 8
/** 10^-14 dollars. */
const GRAIN_DECIMALS = 14

const scaled = (amount: Decimal, decimals: number, rounding: Decimal.Rounding): bigint =>
  BigInt(amount.times(new Exact(10).pow(decimals)).toFixed(0, rounding))

export const sum = (parts: readonly Filled[]): Filled => ({
  quantity: parts.reduce((all, { quantity }) => all.plus(quantity), new Exact(0)),
  dollars: parts.reduce((all, { dollars }) => all.plus(dollars), new Exact(0)),
})

/** Our units in the broker's decimal format. */
export const quantityText = (units: bigint): string => new Exact(units.toString()).div(100_000_000).toFixed()

const ceilDiv = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by

/**
 * A purchase in our units. The broker counts one decimal more than we do: the part below our last decimal (less than
 * 0.00000001 share) does not belong to the pool, and the pool does not pay for it.
 */
export const boughtFill = ({ quantity, dollars }: Filled, cents: bigint): Fill => {
  let units = scaled(quantity, UNIT_DECIMALS, Decimal.ROUND_DOWN)
  if (units === 0n) return { units: 0n, price: 0n, rest: 0n }
  const costOf = (part: bigint): bigint =>
    scaled(dollars.times(part.toString()).div(quantity.times(100_000_000)), GRAIN_DECIMALS, Decimal.ROUND_UP)
  while (costOf(units) > cents * GRAINS_PER_CENT) units -= 1n
  const cost = costOf(units)
  const price = ceilDiv(cost, units)
  return { units, price, rest: units * price - cost }
}

/** Our units of what was sold of an order for `most`: below our last decimal nothing belongs to the pool. */
export const soldUnits = ({ quantity }: Filled, most: bigint): bigint => {
  const units = scaled(quantity, UNIT_DECIMALS, Decimal.ROUND_DOWN)
  return units < most ? units : most
}

/** A sale of these units. */
export const soldFill = ({ dollars }: Filled, units: bigint): Fill => {
  const brought = scaled(dollars, GRAIN_DECIMALS, Decimal.ROUND_DOWN)
  const price = brought / units
  return { units, price, rest: brought - units * price }
}
