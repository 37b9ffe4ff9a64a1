import { formatMinor } from '../../events/money.ts'
import { GRAINS_PER_CENT } from '../../events/pools/holding.ts'
import type { FundSums } from '../../projections/pools/queries.ts'
import type { Broker, BrokerHoldings } from './market.ts'

/** 10^-8 units as shares. */
const shares = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(9, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}

interface Expected {
  readonly units: bigint
  /** Units of the platform's own, which may lie there or be sold. */
  readonly taken: bigint
  /** The broker counts one decimal more than we do: an order may leave or take less than a unit of ours. */
  readonly tolerance: bigint
}

/**
 * What differs between the account at the broker and the pools, one line each. The units of the pools have to be there,
 * and no others but those that the platform has taken from closed pools; the account's cash has to cover what the pools
 * have in cash.
 */
export const brokerDifferences = (
  { units, cashCents }: BrokerHoldings,
  pools: readonly FundSums[],
  symbolOf: Broker['symbolOf'],
): readonly string[] => {
  const expected = new Map<string, Expected>()
  for (const { fund, units: ours, taken, transactions } of pools) {
    const before = expected.get(symbolOf(fund)) ?? { units: 0n, taken: 0n, tolerance: 0n }
    expected.set(symbolOf(fund), {
      units: before.units + ours,
      taken: before.taken + taken,
      tolerance: before.tolerance + transactions,
    })
  }
  const symbols = [...new Set([...expected.keys(), ...units.keys()])].toSorted()
  const lines = symbols.flatMap((symbol) => {
    const there = units.get(symbol) ?? 0n
    const { units: here, taken, tolerance } = expected.get(symbol) ?? { units: 0n, taken: 0n, tolerance: 0n }
    if (there >= here - tolerance && there <= here + taken + tolerance) return []
    const own = taken === 0n ? '' : `, and the platform up to ${shares(taken)}`
    return [`${symbol}: the broker has ${shares(there)}, the pools ${shares(here)}${own}`]
  })
  const poolCents = pools.reduce((sum, { cash }) => sum + cash, 0n) / GRAINS_PER_CENT
  return cashCents >= poolCents
    ? lines
    : [
        ...lines,
        `cash: the broker has ${formatMinor('USD', cashCents)} USD, the pools ${formatMinor('USD', poolCents)} USD`,
      ]
}
