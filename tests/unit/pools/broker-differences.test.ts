import { describe, expect, it } from 'vitest'
import { brokerDifferences } from '../../../api/pools/broker-differences.ts'
import { symbolOf } from '../../../api/pools/alpaca/funds.ts'
import { GRAINS_PER_CENT } from '../../../events/pools/holding.ts'
import type { FundSums } from '../../../projections/pools/queries.ts'

const UNIT = 100_000_000n
const sums = (more: Partial<FundSums> = {}): FundSums => ({
  fund: { poolType: 'mixed', risk: 'moderate' },
  units: 3n * UNIT,
  taken: 0n,
  cash: 0n,
  transactions: 2n,
  ...more,
})
const differences = (
  held: Readonly<Record<string, bigint>>,
  pools: readonly FundSums[] = [sums()],
  cashCents = 0n,
) => brokerDifferences({ units: new Map(Object.entries(held)), cashCents }, pools, symbolOf)

describe('the account at the broker', () => {
  it('agrees with the pools to the decimals that only the broker counts', () => {
    for (const off of [-2n, 0n, 2n]) expect(differences({ AOM: 3n * UNIT + off })).toEqual([])
    for (const off of [-3n, 3n]) expect(differences({ AOM: 3n * UNIT + off })).toHaveLength(1)
  })

  it('holds one symbol for pools of several profiles', () => {
    const crypto = (risk: FundSums['fund']['risk']) => sums({ fund: { poolType: 'crypto', risk } })
    const pools = [crypto('conservative'), crypto('moderate'), crypto('aggressive')]
    expect(differences({ IBIT: 9n * UNIT }, pools)).toEqual([])
    expect(differences({ IBIT: 3n * UNIT }, pools)).toEqual([
      'IBIT: the broker has 3.00000000, the pools 9.00000000',
    ])
  })

  it.each([
    [
      'after a split that is not carried over',
      6n * UNIT,
      'AOM: the broker has 6.00000000, the pools 3.00000000',
    ],
    ['without the units of the pools', 0n, 'AOM: the broker has 0.00000000, the pools 3.00000000'],
    ['with units that are owed', -1n, 'AOM: the broker has -0.00000001, the pools 3.00000000'],
  ])('differs %s', (_why, there, line) => {
    expect(differences({ AOM: there })).toEqual([line])
  })

  it('may have what the platform has taken of closed pools, or have sold it, and no more', () => {
    const pools = [sums({ taken: UNIT })]
    for (const there of [3n, 4n]) expect(differences({ AOM: there * UNIT }, pools)).toEqual([])
    expect(differences({ AOM: 5n * UNIT }, pools)).toEqual([
      'AOM: the broker has 5.00000000, the pools 3.00000000, and the platform up to 1.00000000',
    ])
  })

  it('has nothing that no pool has', () => {
    expect(differences({ AOM: 3n * UNIT, TLT: 5n })).toEqual([
      'TLT: the broker has 0.00000005, the pools 0.00000000',
    ])
  })

  it('has the cash of the pools, at least', () => {
    const pools = [sums({ cash: 12_34n * GRAINS_PER_CENT + 5n })]
    expect(differences({ AOM: 3n * UNIT }, pools, 12_34n)).toEqual([])
    expect(differences({ AOM: 3n * UNIT }, pools, 12_33n)).toEqual([
      'cash: the broker has 12.33 USD, the pools 12.34 USD',
    ])
  })
})
