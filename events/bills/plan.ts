import type { Leg } from './events.ts'

/** What a pool can give, in cents: dividend cash, and gains above the principal. */
export interface PoolCapacity {
  readonly poolId: string
  readonly dividends: bigint
  readonly gains: bigint
}

export type Plan =
  | { readonly covered: true; readonly legs: readonly Leg[] }
  /** `missing` cents. */
  | { readonly covered: false; readonly missing: bigint }

/**
 * Splits cents in proportion to capacities, by the largest remainder; equal remainders go by id. The parts sum up
 * exactly, and none is above its capacity. @throws {RangeError} when the capacities sum to less
 */
export const split = (
  cents: bigint,
  capacities: readonly { readonly id: string; readonly capacity: bigint }[],
): ReadonlyMap<string, bigint> => {
  const total = capacities.reduce((sum, { capacity }) => sum + capacity, 0n)
  if (cents > total) throw new RangeError(`${cents} cents cannot be split over ${total}`)
  if (cents === 0n) return new Map(capacities.map(({ id }) => [id, 0n]))
  const parts = capacities.map(({ id, capacity }) => ({
    id,
    floor: (cents * capacity) / total,
    remainder: (cents * capacity) % total,
  }))
  let left = cents - parts.reduce((sum, { floor }) => sum + floor, 0n)
  const byRemainder = parts.toSorted((a, b) => {
    if (a.remainder !== b.remainder) return a.remainder > b.remainder ? -1 : 1
    return a.id < b.id ? -1 : 1
  })
  return new Map(
    byRemainder.map(({ id, floor }) => {
      const extra = left > 0n ? 1n : 0n
      left -= extra
      return [id, floor + extra] as const
    }),
  )
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Who pays a bill: dividend cash of the pools, then their gains, then the wallet; in full or not at all.
 * `wallet`: its spendable balance, null when it may not be used. Cents.
 */
export const planPayment = (amount: bigint, pools: readonly PoolCapacity[], wallet: bigint | null): Plan => {
  const sumOf = (part: 'dividends' | 'gains') => pools.reduce((sum, pool) => sum + pool[part], 0n)
  const dividends = least(amount, sumOf('dividends'))
  const gains = least(amount - dividends, sumOf('gains'))
  const rest = amount - dividends - gains
  if (rest > (wallet ?? 0n)) return { covered: false, missing: rest - (wallet ?? 0n) }
  const partsOf = (cents: bigint, part: 'dividends' | 'gains') =>
    split(
      cents,
      pools.map((pool) => ({ id: pool.poolId, capacity: pool[part] })),
    )
  const fromDividends = partsOf(dividends, 'dividends')
  const fromGains = partsOf(gains, 'gains')
  const legs = pools
    .map(({ poolId }): Leg => ({
      source: 'pool',
      poolId,
      dividends: (fromDividends.get(poolId) ?? 0n).toString(),
      gains: (fromGains.get(poolId) ?? 0n).toString(),
    }))
    .filter((leg) => leg.source === 'pool' && (leg.dividends !== '0' || leg.gains !== '0'))
    .toSorted((a, b) => (a.source === 'pool' && b.source === 'pool' && a.poolId < b.poolId ? -1 : 1))
  return {
    covered: true,
    legs: rest === 0n ? legs : [...legs, { source: 'wallet', amount: rest.toString() }],
  }
}
