import { describe, expect, it } from 'vitest'
import { APY_PERCENT } from '../../../api/contract/rates.ts'
import { firstRecentDay, firstValueDay, insightsFrom } from '../../../api/reports/insights.ts'
import type { DaySums } from '../../../projections/daily/queries.ts'

const NOW = new Date('2026-03-21T12:00:00.000Z')

const sums = (
  day: string,
  account: DaySums['account'],
  net: bigint,
  more: Partial<DaySums> = {},
): DaySums => ({ day, account, net, earned: 0n, deposited: 0n, moved: 0n, moves: 0n, ...more })

it('the rates that the app states are those that balances earn', () => {
  const earning = (account: DaySums['account']) =>
    Number(insightsFrom([sums('2026-03-20', account, 10_000_000n)], NOW).blended_apy_percent)
  expect(earning('USD')).toBe(Number(APY_PERCENT.usd))
  expect(earning('YUT staked')).toBe(Number(APY_PERCENT.stakedYut))
})

describe('the percentages', () => {
  const yieldOf = (net: bigint, earned: bigint) =>
    insightsFrom([sums('2026-03-20', 'USD', net, { earned })], NOW)

  it.each([
    // Earnings relative to the balance without them.
    [10_000n, 230n, '2.35'],
    [55_000n, 1_234n, '2.30'],
    [10_100n, 100n, '1.00'],
    [20_001n, 1n, '0.01'], // 0.005, rounded up
    [20_002n, 1n, '0.00'],
    [100n, 100n, '0.00'],
    [-500n, 5n, '0.00'],
    [0n, 0n, '0.00'],
  ])('%d cents, %d of them earned: %s %%', (net, earned, percent) => {
    const insights = yieldOf(net, earned)
    expect(insights.monthly_yield_percent).toBe(percent)
    expect(insights.growth_percent).toBe(percent)
  })

  it.each([
    ['only dollars', [sums('2026-03-20', 'USD', 10_000n)], '4.50'],
    ['only stake', [sums('2026-03-20', 'YUT staked', 10_000_000n)], '8.20'],
    [
      'half and half',
      [sums('2026-03-20', 'USD', 100n), sums('2026-03-20', 'YUT staked', 10_000_000n)],
      '6.35',
    ],
    [
      'idle tokens earn nothing',
      [sums('2026-03-20', 'USD', 100n), sums('2026-03-20', 'YUT', 10_000_000n)],
      '2.25',
    ],
    [
      'idle USDC earns nothing',
      [sums('2026-03-20', 'USD', 100n), sums('2026-03-20', 'USDC', 3_000_000n)],
      '1.13',
    ],
    ['nothing', [], '0.00'],
    ['debts', [sums('2026-03-20', 'USD', -100n), sums('2026-03-20', 'YUT staked', 5_000_000n)], '0.00'],
  ])('the yearly rate weighs what earns: %s', (_what, rows, percent) => {
    expect(insightsFrom(rows, NOW).blended_apy_percent).toBe(percent)
  })
})

describe('the months', () => {
  it('are those since the first movement, quiet ones too, twelve at most', () => {
    const since = (month: string) =>
      insightsFrom([sums(`${month}-01`, 'USD', 500n, { earned: 5n, deposited: 495n })], NOW).months
    expect(since('2026-01')).toEqual([
      { month: '2026-01', earnings_usd: '0.05', deposits_usd: '4.95', closing_value_usd: '5.00' },
      { month: '2026-02', earnings_usd: '0.00', deposits_usd: '0.00', closing_value_usd: '5.00' },
      { month: '2026-03', earnings_usd: '0.00', deposits_usd: '0.00', closing_value_usd: '5.00' },
    ])
    const long = since('2020-05').map(({ month }) => month)
    expect(long).toHaveLength(12)
    expect([long[0], long[11]]).toEqual(['2025-04', '2026-03'])
  })

  it('count the year from January and the month from its first day', () => {
    const rows = ['2025-12', '2026-01', '2026-03'].map((month) =>
      sums(`${month}-01`, 'USD', 100n, { earned: 7n }),
    )
    expect(insightsFrom(rows, NOW)).toMatchObject({
      total_earnings_usd: '0.21',
      ytd_usd: '0.14',
      growth_usd: '0.07',
    })
  })
})

describe('the last thirty days', () => {
  it('are today and the 29 before', () => {
    expect(firstRecentDay(NOW)).toBe('2026-02-20')
    expect(firstRecentDay(new Date('2026-01-01T00:00:00.000Z'))).toBe('2025-12-03')
  })

  it('count what was earned, deposited and moved in them; staking is no movement of its own', () => {
    const all = { earned: 100n, deposited: 200n, moved: 300n, moves: 2n }
    const rows = [
      sums('2026-02-01', 'USD', 50n, all),
      sums('2026-02-19', 'USD', 50n, all),
      sums('2026-02-20', 'USD', 50n, all),
      sums('2026-03-21', 'USD', 50n, all),
      sums('2026-03-21', 'YUT staked', 0n, { moved: 10_000_000n, moves: 1n }),
    ]
    expect(insightsFrom(rows, NOW)).toMatchObject({
      monthly_yield_usd: '2.00',
      deposits_30_days_usd: '4.00',
      recent_activity: { days: 30, transactions: 4, volume_usd: '6.00' },
    })
  })
})

describe('the days', () => {
  const daysOf = (rows: readonly DaySums[]) => insightsFrom(rows, NOW).days

  it('are those since the first movement, quiet ones too, each with all accounts', () =>
    expect(
      daysOf([
        sums('2026-03-18', 'USD', 500n),
        sums('2026-03-20', 'USD', -100n),
        sums('2026-03-20', 'YUT staked', 10_000_000n),
      ]),
    ).toEqual([
      { day: '2026-03-18', value_usd: '5.00' },
      { day: '2026-03-19', value_usd: '5.00' },
      { day: '2026-03-20', value_usd: '5.00' },
      { day: '2026-03-21', value_usd: '5.00' },
    ]))

  it('are ninety at most, which begin with all that was before', () => {
    const days = daysOf([
      sums('2025-06-01', 'USD', 500n),
      sums('2025-12-01', 'USD', 100n),
      sums('2025-12-23', 'USD', 50n),
    ])
    expect(firstValueDay(NOW)).toBe('2025-12-22')
    expect(days).toHaveLength(90)
    expect(days.slice(0, 2)).toEqual([
      { day: '2025-12-22', value_usd: '6.00' },
      { day: '2025-12-23', value_usd: '6.50' },
    ])
  })

  it('are none without a movement', () => expect(daysOf([])).toEqual([]))
})
