import { Decimal } from 'decimal.js'
import { DAY_MS, addDays, dayOf } from '../../../events/calendar.ts'
import type { Quote } from '../../../events/pools/holding.ts'
import type { Fund } from '../../../events/pools/pool.ts'
import type { Market } from '../../pools/market.ts'
import { ORDER_CENTS_MIN, tradeAt } from './trade.ts'
import { characterOf, type FundCharacter } from './character.ts'
import { nextSwing, normalDraw } from './noise.ts'

/** The day on which every fund costs about {@link FIRST_PRICE}. */
const FIRST_DAY = '2020-01-01'
/** Millionths of a dollar. */
const FIRST_PRICE = 100_000_000
const MILLION = 1_000_000n

const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_EVEN })

/** Prices of one fund, computed day by day from the first and cached. */
const createWalk = (fund: Fund, character: FundCharacter, seed: string) => {
  const { annualReturn, annualDividend, dividendMonths, swing } = character
  const daily = new Exact(annualReturn).div(1_000_000).plus(1).pow(new Exact(1).div(365))
  const perPayment = new Exact(annualDividend).div(1_000_000).div(Math.max(dividendMonths.length, 1))
  const quotes: Quote[] = []
  /** The trend with dividends, and the fraction of it that has not been paid out. */
  let trend = new Exact(FIRST_PRICE)
  let kept = new Exact(1)
  let swung = 0n
  let newest = dayOf(new Date(Date.parse(FIRST_DAY) - 1).toISOString())

  const isPayday = (day: string): boolean =>
    day.endsWith('-01') && day !== FIRST_DAY && dividendMonths.includes(Number(day.slice(5, 7)))

  const walk = (): void => {
    const next = addDays(newest, 1)
    swung = nextSwing(swung, normalDraw([seed, fund.poolType, fund.risk, next].join('/')))
    // Three standard deviations at most, so that no price comes near zero.
    const held = swung > 3n * MILLION ? 3n * MILLION : swung < -3n * MILLION ? -3n * MILLION : swung
    const around = new Exact(1).plus(new Exact((held * BigInt(swing)).toString()).div('1e12'))
    const before = trend.times(kept).times(around)
    const dividend = isPayday(next) ? BigInt(before.times(perPayment).toFixed(0)) : 0n
    if (dividend > 0n) kept = kept.times(new Exact(1).minus(perPayment))
    quotes.push({ day: next, price: BigInt(before.toFixed(0)) - dividend, dividend })
    trend = trend.times(daily)
    newest = next
  }

  const indexOf = (day: string): number => Math.round((Date.parse(day) - Date.parse(FIRST_DAY)) / DAY_MS)

  return (after: string, through: string): readonly Quote[] => {
    for (let days = indexOf(through) - indexOf(newest); days > 0; days -= 1) walk()
    return quotes.slice(Math.max(indexOf(after) + 1, 0), Math.max(indexOf(through) + 1, 0))
  }
}

/** Prices of the last requested seed: thousands of days, the same for every market of that seed. */
let lastWalked = { seed: '', walks: new Map<string, ReturnType<typeof createWalk>>() }

/**
 * A simulated market: the price of each fund fluctuates around a trend within the return range of its risk profile, and
 * falls by the amount of each dividend. The same seed always gives the same prices.
 */
export const createSandboxMarket = ({ seed }: { seed: string }): Market => {
  if (lastWalked.seed !== seed) lastWalked = { seed, walks: new Map() }
  const { walks } = lastWalked
  const walkOf = (fund: Fund) => {
    const name = `${fund.poolType}/${fund.risk}`
    const known = walks.get(name)
    if (known) return known
    const walk = createWalk(fund, characterOf(fund), seed)
    walks.set(name, walk)
    return walk
  }
  const quotes: Market['quotes'] = async (fund, after, through) => walkOf(fund)(after, through)
  return {
    title: 'Simulated market',
    simulated: true,
    closed: null,
    slippage: 0n,
    orderCentsMin: ORDER_CENTS_MIN,
    quotes,
    trade: tradeAt(quotes),
    broker: null,
    expectedAnnualReturn: (fund) => BigInt(characterOf(fund).annualReturn),
  }
}
