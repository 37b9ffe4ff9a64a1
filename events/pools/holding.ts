/**
 * A pool's holding, exactly. Units are counted in 10^-8 and prices in millionths of a dollar, so units × price
 * is in 10^-14 dollars, called *grains*; cash is in grains too. Only displayed values are rounded: what a
 * purchase does not spend, or a sale brings in excess, stays in the cash. So paying in or out changes the exact
 * value by exactly that many cents, in whatever order.
 */
export const GRAINS_PER_CENT = 1_000_000_000_000n
/** Growth is a factor in 10^-18. */
export const GROWTH_ONE = 1_000_000_000_000_000_000n

export interface Holding {
  /** In 10^-8 units. */
  readonly units: bigint
  /** In grains. */
  readonly cash: bigint
  /** What the units cost on average, in grains. */
  readonly cost: bigint
  /** What was paid in, less the share of it that was withdrawn, in cents. Bills are not paid from it. */
  readonly principal: bigint
  /** Of a unit, in millionths of a dollar, on {@link day}. */
  readonly price: bigint
  /** UTC day, `yyyy-mm-dd`. */
  readonly day: string
  /** Growth of a dollar invested from the beginning (time-weighted), in 10^-18. */
  readonly growth: bigint
}

/** The market's price of a fund on a day; valid from the start of the day (UTC) to its end. */
export interface Quote {
  readonly day: string
  /** Of a unit, in millionths of a dollar, above zero, after the dividend was deducted. */
  readonly price: bigint
  /** Paid on each unit that was held when the day began, in millionths of a dollar. */
  readonly dividend: bigint
}

/**
 * A completely filled order. A purchase cost units × price less `rest`; a sale brought units × price plus `rest`.
 */
export interface Fill {
  /** 10^-8 units. */
  readonly units: bigint
  /** Average price of a unit, in millionths of a dollar: rounded up for a purchase, down for a sale. */
  readonly price: bigint
  /** The remainder of that rounding, in grains; zero or more, and the pool's to keep. */
  readonly rest: bigint
}

export const emptyHolding = ({ day, price }: Quote): Holding => ({
  units: 0n,
  cash: 0n,
  cost: 0n,
  principal: 0n,
  price,
  day,
  growth: GROWTH_ONE,
})

/** Units × price + cash, in grains. */
export const exactValue = ({ units, price, cash }: Holding): bigint => units * price + cash
/** The value in whole cents, rounded down. */
export const valueCents = (holding: Holding): bigint => exactValue(holding) / GRAINS_PER_CENT
/** The cash in whole cents, rounded down. */
export const cashCents = ({ cash }: Holding): bigint => cash / GRAINS_PER_CENT

/**
 * What bills may be paid from: dividend cash, then gains above the principal, in cents. Gains below `saleMin` cents
 * cannot be sold.
 */
export const availableForBills = (
  holding: Holding,
  saleMin: bigint,
): { readonly dividends: bigint; readonly gains: bigint } => {
  const dividends = cashCents(holding)
  const gains = valueCents(holding) - dividends - holding.principal
  return { dividends, gains: gains > 0n && gains >= saleMin ? gains : 0n }
}

/**
 * Pays in `cents`, for which `bought` units were bought at the holding's price; the rest is cash.
 * @throws {RangeError} the units cost more
 */
export const buy = (holding: Holding, cents: bigint, bought: bigint): Holding => {
  const cash = holding.cash + cents * GRAINS_PER_CENT - bought * holding.price
  if (cash < 0n) throw new RangeError(`${bought} parts of units cost more than ${cents} cents`)
  return {
    ...holding,
    units: holding.units + bought,
    cash,
    cost: holding.cost + bought * holding.price,
    principal: holding.principal + cents,
  }
}

interface Redemption {
  readonly holding: Holding
  /** Grains that the cash paid; the rest came from the units sold. */
  readonly fromCash: bigint
  readonly sold: bigint
  /** Proceeds of the units sold, less their average cost, in grains. */
  readonly realised: bigint
}

/**
 * The units to sell so that cash and proceeds reach `cents`, and `margin` millionths more in case they bring less than
 * the price of the day. The margin never includes units that make up the principal.
 */
export const unitsFor = ({ units, price, cash, principal }: Holding, cents: bigint, margin = 0n): bigint => {
  const needed = cents * GRAINS_PER_CENT - cash
  if (needed <= 0n) return 0n
  const enough = (needed + price - 1n) / price
  const more = (enough * (1_000_000n + margin)) / 1_000_000n
  const gains = (units * price - principal * GRAINS_PER_CENT) / price
  const most = more < gains ? more : gains
  return most > enough ? most : enough
}

/**
 * Pays out `cents`, for which `sold` units were sold at the holding's price: cash first, then the proceeds, whose
 * rest stays as cash. The principal does not change.
 * @throws {RangeError} cash and proceeds are less
 */
export const redeem = (holding: Holding, cents: bigint, sold = unitsFor(holding, cents)): Redemption => {
  const grains = cents * GRAINS_PER_CENT
  const { units, price, cash, cost } = holding
  const fromCash = grains < cash ? grains : cash
  const needed = grains - fromCash
  if (sold > units || sold * price < needed)
    throw new RangeError(`${cents} cents are more than a pool of ${valueCents(holding)}`)
  const costSold = sold === units ? cost : (cost * sold) / units
  return {
    fromCash,
    sold,
    realised: sold * price - costSold,
    holding: {
      ...holding,
      units: units - sold,
      cash: cash - fromCash + sold * price - needed,
      cost: cost - costSold,
    },
  }
}

/**
 * Like {@link redeem}, but paid to the owner: the principal shrinks by the share of the value that is paid out, to
 * zero when less than a cent is left.
 */
export const withdraw = (holding: Holding, cents: bigint, sold = unitsFor(holding, cents)): Redemption => {
  const redemption = redeem(holding, cents, sold)
  const before = exactValue(holding)
  const left = before - cents * GRAINS_PER_CENT
  const principal = left < GRAINS_PER_CENT ? 0n : (holding.principal * left) / before
  return { ...redemption, holding: { ...redemption.holding, principal } }
}

const grown = (growth: bigint, before: bigint, after: bigint): bigint =>
  before === 0n ? growth : (growth * after) / before

/** Values the holding at the price of a day. */
export const value = (holding: Holding, { day, price }: Quote): Holding => {
  const valued = { ...holding, day, price }
  return { ...valued, growth: grown(holding.growth, exactValue(holding), exactValue(valued)) }
}

/** Values the holding at the price of a fill, and adds the remainder of its rounding to the cash. */
export const reprice = (holding: Holding, { price, rest }: Fill): Holding => {
  const priced = { ...holding, price, cash: holding.cash + rest }
  return { ...priced, growth: grown(holding.growth, exactValue(holding), exactValue(priced)) }
}

/** Receives a dividend on every unit, as cash. */
export const receiveDividend = (
  holding: Holding,
  perUnit: bigint,
): { readonly holding: Holding; readonly amount: bigint } => {
  const amount = holding.units * perUnit
  const received = { ...holding, cash: holding.cash + amount }
  return {
    amount,
    holding: { ...received, growth: grown(holding.growth, exactValue(holding), exactValue(received)) },
  }
}
