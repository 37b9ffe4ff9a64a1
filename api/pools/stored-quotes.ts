import type { Pool } from 'pg'
import { addDays } from '../../events/calendar.ts'
import type { Quote } from '../../events/pools/holding.ts'
import type { Market } from './market.ts'

const STORED = `
  select to_char(day, 'YYYY-MM-DD') as day, price, dividend from app.market_quote
  where pool_type = $1 and risk = $2 and day > $3 and day <= $4 order by day`
const STORE = `
  insert into app.market_quote (pool_type, risk, day, price, dividend)
  select $1, $2, day, price, dividend from unnest($3::date[], $4::bigint[], $5::bigint[]) as one (day, price, dividend)
  on conflict do nothing`

/**
 * Stores a market's prices as first received: markets sometimes correct closing prices, and pools valued later must use
 * the same price for a day as those valued before. Stored days need no request to the market.
 */
export const withStoredQuotes = (pool: Pool, market: Market): Market => ({
  ...market,
  quotes: async (fund, after, through) => {
    const { poolType, risk } = fund
    const stored = async (): Promise<readonly Quote[]> => {
      const { rows } = await pool.query<Quote>({
        name: 'market-quotes',
        text: STORED,
        values: [poolType, risk, after, through],
      })
      return rows
    }
    const known = await stored()
    // Continue at the first missing day: days are normally consecutive, but another process may store later ones first.
    let last = after
    for (const { day } of known) if (day === addDays(last, 1)) last = day
    if (last >= through) return known
    const heard = await market.quotes(fund, last, through)
    await pool.query(STORE, [
      poolType,
      risk,
      heard.map(({ day }) => day),
      heard.map(({ price }) => price.toString()),
      heard.map(({ dividend }) => dividend.toString()),
    ])
    return stored()
  },
})
