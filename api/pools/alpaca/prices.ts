import * as z from 'zod'
import { addDays } from '../../../events/calendar.ts'
import type { Quote } from '../../../events/pools/holding.ts'
import { MarketUnavailable } from '../market.ts'
import type { AlpacaClient } from './client.ts'
import { Exact } from './fills.ts'

const Day = z.iso.date()
const Sessions = z.array(z.object({ date: Day }))
const Page = z.nullish(z.string())
/** `t` is the start of the day in New York, `c` its closing price. */
const Bars = z.object({
  bars: z.nullish(z.record(z.string(), z.array(z.object({ t: z.string(), c: z.number() })))),
  next_page_token: Page,
})
const Dividend = z.object({ id: z.optional(z.string()), rate: z.number(), ex_date: Day })
const Other = z.object({ ex_date: z.optional(Day) })
const Actions = z.object({
  corporate_actions: z.object({
    cash_dividends: z.optional(z.array(Dividend)),
    forward_splits: z.optional(z.array(Other)),
    reverse_splits: z.optional(z.array(Other)),
    stock_dividends: z.optional(z.array(Other)),
  }),
  next_page_token: Page,
})

/** Upper bound of consecutive days without a session. */
const CLOSED_DAYS_MAX = 10
/** Corporate actions are queried by process date, which is at most this long after the ex-date. */
const PROCESSED_DAYS_MAX = 120
const PAGES_MAX = 50
/** Within so many days a split may be listed after its ex-date. */
const LISTED_LATE_DAYS_MAX = 30
/** Usual splits: so many new shares for so many old ones, or the other way round. */
const SPLITS = [[3n, 2n], [2n, 1n], [3n, 1n], [4n, 1n], [5n, 1n], [6n, 1n], [8n, 1n], [10n, 1n]] as const // prettier-ignore
/** A close counts as that of a split when it is no further than a twentieth from what the split makes of the one before. */
const SPLIT_NEAR = 20n
/** Such a close is believed when no split was listed for so many days. */
const JUMP_WAITS_DAYS = 3

const isNear = (one: bigint, other: bigint): boolean =>
  (one > other ? one - other : other - one) * SPLIT_NEAR <= other

/** Whether a close may be of a split that is not listed yet. */
const isSplitLike = (before: bigint, close: bigint): boolean =>
  SPLITS.some(([many, few]) => isNear(close * many, before * few) || isNear(close * few, before * many))

/** Converts dollars from a JSON number to millionths. */
const millionths = (dollars: number): bigint =>
  BigInt(new Exact(dollars).times(1_000_000).toFixed(0, Exact.ROUND_HALF_EVEN))

/**
 * A fund's price on a day is its last closing price before the day begins (UTC). The dividend of a day is the one with
 * that ex-date: whoever holds units at midnight gets it, and the price of that day is the close minus the dividend. So
 * valuations never look ahead, and orders are filled at real market prices.
 */
export const createPrices = ({
  broker,
  data,
}: {
  readonly broker: AlpacaClient
  readonly data: AlpacaClient
}) => {
  /** Reads all pages of a list. */
  const pages = async <T extends { readonly next_page_token?: string | null | undefined }>(
    path: string,
    schema: z.ZodType<T>,
    query: Readonly<Record<string, string>>,
  ): Promise<readonly T[]> => {
    const all: T[] = []
    let token: string | null | undefined
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const one = await data.call('GET', path, schema, {
        query: { ...query, ...(token && { page_token: token }) },
      })
      all.push(one)
      token = one.next_page_token
      if (!token) return all
    }
    throw new MarketUnavailable('Alpaca has more pages than can be looked through')
  }

  const closesOf = async (
    symbol: string,
    start: string,
    end: string,
  ): Promise<ReadonlyMap<string, bigint>> => {
    const query = {
      symbols: symbol,
      timeframe: '1Day',
      start,
      end,
      adjustment: 'raw',
      feed: 'sip',
      limit: '10000',
    }
    const found = await pages('/v2/stocks/bars', Bars, query)
    return new Map(
      found.flatMap(({ bars }) =>
        (bars?.[symbol] ?? []).map(({ t, c }) => [t.slice(0, 10), millionths(c)] as const),
      ),
    )
  }

  /** Dividends by ex-date. @throws {MarketUnavailable} the units were split, which only an operator can carry over */
  const dividendsOf = async (
    symbol: string,
    after: string,
    through: string,
  ): Promise<ReadonlyMap<string, bigint>> => {
    const found = await pages('/v1/corporate-actions', Actions, {
      symbols: symbol,
      types: 'cash_dividend,forward_split,reverse_split,stock_dividend',
      start: addDays(after, -LISTED_LATE_DAYS_MAX),
      end: addDays(through, PROCESSED_DAYS_MAX),
      limit: '1000',
    })
    const isWithin = (day: string | undefined): boolean => day !== undefined && day > after && day <= through
    // One that is listed late is of days that have been valued: nothing more may be added to what is wrong.
    const since = addDays(after, -LISTED_LATE_DAYS_MAX)
    const isRecent = (day: string | undefined): boolean => day !== undefined && day > since && day <= through
    const known = new Set<string>()
    const sums = new Map<string, bigint>()
    for (const { corporate_actions: actions } of found) {
      const { cash_dividends = [], forward_splits = [], reverse_splits = [], stock_dividends = [] } = actions
      const change = [...forward_splits, ...reverse_splits, ...stock_dividends].find((one) =>
        isRecent(one.ex_date),
      )
      if (change)
        throw new MarketUnavailable(
          `${symbol} is split on ${change.ex_date}: pools that hold it stand still until that has been carried over`,
        )
      for (const { id, rate, ex_date: day } of cash_dividends) {
        if (!isWithin(day) || (id !== undefined && known.has(id))) continue
        if (id !== undefined) known.add(id)
        sums.set(day, (sums.get(day) ?? 0n) + millionths(rate))
      }
    }
    return sums
  }

  return async (symbol: string, after: string, through: string): Promise<readonly Quote[]> => {
    if (through <= after) return []
    const [start, end] = [addDays(after, -CLOSED_DAYS_MAX), addDays(through, -1)]
    const sessions = await broker.call('GET', '/v1/calendar', Sessions, { query: { start, end } })
    const closes = await closesOf(symbol, start, end)
    const dividends = await dividendsOf(symbol, after, through)
    const quotes: Quote[] = []
    for (let day = addDays(after, 1); day <= through; day = addDays(day, 1)) {
      const last = sessions.findLastIndex(({ date }) => date < day)
      const [earlier, session] = [sessions[last - 1]?.date, sessions[last]?.date]
      const close = session === undefined ? undefined : closes.get(session)
      // Right after a session its close may be missing; using an older one would be wrong for ever.
      if (close === undefined)
        throw new MarketUnavailable(`Alpaca has no closing price of ${symbol} for ${session ?? day} yet`)
      const before = earlier === undefined ? undefined : closes.get(earlier)
      const believed = session === undefined ? day : addDays(session, JUMP_WAITS_DAYS)
      if (before !== undefined && through < believed && isSplitLike(before, close))
        throw new MarketUnavailable(
          `${symbol} closed on ${session} as after a split, and none is listed: it is not valued before ${believed}`,
        )
      const dividend = dividends.get(day) ?? 0n
      quotes.push({ day, price: close - dividend, dividend })
    }
    return quotes
  }
}
