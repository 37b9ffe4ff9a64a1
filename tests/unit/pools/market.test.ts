import { describe, expect, it } from 'vitest'
import { addDays } from '../../../events/calendar.ts'
import { EXPECTED_RETURN_PERCENT } from '../../../api/contract/pools.ts'
import { characterOf } from '../../../api/sandbox/market/character.ts'
import { createSandboxMarket } from '../../../api/sandbox/market/market.ts'
import { POOL_TYPES, RISK_PROFILES } from '../../../events/pool-terms.ts'

const FUNDS = POOL_TYPES.flatMap((poolType) => RISK_PROFILES.map((risk) => ({ poolType, risk })))
const market = createSandboxMarket({ seed: 'test' })

describe('the simulated market', () => {
  it('says that it is simulated', () => {
    expect([market.title, market.simulated]).toEqual(['Simulated market', true])
  })

  it.for(FUNDS)(
    'has one price a day of $poolType at $risk risk, the same whenever it is asked',
    async (fund) => {
      const quotes = await market.quotes(fund, '2026-01-01', '2028-12-31')
      expect(quotes).toHaveLength(1_095)
      let day = '2026-01-01'
      for (const quote of quotes) {
        day = addDays(day, 1)
        expect(quote.day).toBe(day)
        expect(quote.price > 0n && quote.dividend >= 0n).toBe(true)
      }
      const again = createSandboxMarket({ seed: 'test' })
      expect(await again.quotes(fund, '2027-03-01', '2027-03-09')).toEqual(
        quotes.filter((quote) => quote.day > '2027-03-01' && quote.day <= '2027-03-09'),
      )
      const other = await createSandboxMarket({ seed: 'other' }).quotes(fund, '2026-01-01', '2026-01-31')
      expect(other).not.toEqual(quotes.slice(0, 30))
      expect(await market.quotes(fund, '2026-05-05', '2026-05-05')).toEqual([])
    },
  )

  it.for(FUNDS)('drifts within the range of the profile: $poolType, $risk', async (fund) => {
    const { from, to } = EXPECTED_RETURN_PERCENT[fund.risk]
    const expected = Number(market.expectedAnnualReturn(fund)) / 10_000
    expect(expected).toBeGreaterThanOrEqual(from)
    expect(expected).toBeLessThanOrEqual(to)
    // Over a long time the return converges to the drift, except for the last swing.
    const quotes = await market.quotes(fund, '2026-01-01', '2045-12-31')
    let grown = 1
    for (const { price, dividend } of quotes) grown *= 1 + Number(dividend) / Number(price)
    const total = (grown * Number(quotes.at(-1)?.price)) / Number(quotes[0]?.price)
    const yearly = (total ** (365 / (quotes.length - 1)) - 1) * 100
    const off = ((6 * characterOf(fund).swing) / 10_000 / 20) * (1 + expected / 100)
    expect(Math.abs(yearly - expected)).toBeLessThan(off + 0.1)
  })

  it('pays dividends monthly for bonds and mixed, quarterly for stocks and index funds, none for crypto', async () => {
    const months = async (poolType: (typeof POOL_TYPES)[number]) =>
      (await market.quotes({ poolType, risk: 'moderate' }, '2025-12-31', '2026-12-31'))
        .filter(({ dividend }) => dividend > 0n)
        .map(({ day }) => day)
    const firsts = Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}-01`)
    const quarters = firsts.filter((_, i) => i % 3 === 0)
    expect(await months('bonds')).toEqual(firsts)
    expect(await months('mixed')).toEqual(firsts)
    expect(await months('dividend_stocks')).toEqual(quarters)
    expect(await months('index_fund')).toEqual(quarters)
    expect(await months('crypto')).toEqual([])
  })

  it('swings more the more daring the type and the profile', async () => {
    const swingOf = async (fund: (typeof FUNDS)[number]) => {
      const quotes = await market.quotes(fund, '2026-01-01', '2030-12-31')
      const moves = quotes
        .slice(1)
        .map(({ price, dividend }, i) => Number(price + dividend) / Number(quotes[i]?.price) - 1)
      return Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length)
    }
    const swings = await Promise.all(
      (['bonds', 'mixed', 'dividend_stocks', 'index_fund', 'crypto'] as const).map((poolType) =>
        swingOf({ poolType, risk: 'moderate' }),
      ),
    )
    expect(swings).toEqual(swings.toSorted((a, b) => a - b))
    const risks = await Promise.all(RISK_PROFILES.map((risk) => swingOf({ poolType: 'mixed', risk })))
    expect(risks).toEqual(risks.toSorted((a, b) => a - b))
  })
})
