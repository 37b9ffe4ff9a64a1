import { addDays, dayOf, monthOf, monthsBetween } from '../../events/calendar.ts'
import { APY_PERMILLE } from '../../events/wallet/accrual.ts'
import { USD_APY_PERMILLE } from '../../events/wallet/interest.ts'
import { formatMinor, noBalances, type Currency } from '../../events/money.ts'
import { currencyOf, type DayAccount } from '../../projections/daily/table.ts'
import { noAccountBalances, type AccountBalances, type DaySums } from '../../projections/daily/queries.ts'
import { APY_PERCENT } from '../contract/rates.ts'
import type { WalletInsights } from '../contract/reports.ts'
import { totalCents } from '../wallet/overview.ts'

export const RECENT_DAYS = 30
const MONTHS_MAX = 12
/** Days of the line of the portfolio's value. */
const VALUE_DAYS = 90

/** Yearly rates in hundredths of a percent. */
const APY_BASIS_POINTS = { USD: USD_APY_PERMILLE * 10n, 'YUT staked': APY_PERMILLE * 10n } as const

/** The first of the last `days` UTC days, the current one included, `yyyy-mm-dd`. */
export const firstRecentDay = (now: Date, days = RECENT_DAYS): string => addDays(dayOf(now), 1 - days)

/** Ten-millionths of a dollar per minor unit: in this unit, amounts of every currency are integers. */
const FINE_PER_MINOR: Readonly<Record<Currency, bigint>> = { USD: 100_000n, USDC: 10n, YUT: 1n }

type Amounts = Readonly<Record<Currency, bigint>>

/** Cents, each currency rounded down, as in `GET /api/wallet`. */
const centsOf = (amounts: Amounts): bigint => totalCents(amounts, 0n)
const fineOf = (amounts: Amounts): bigint =>
  amounts.USD * FINE_PER_MINOR.USD + amounts.USDC * FINE_PER_MINOR.USDC + amounts.YUT * FINE_PER_MINOR.YUT

const sumOf = (rows: readonly DaySums[], of: (row: DaySums) => bigint): Amounts => {
  const sums = noBalances()
  for (const row of rows) sums[currencyOf(row.account)] += of(row)
  return sums
}

/** Balances of the accounts after these rows. */
const balancesAfter = (rows: readonly DaySums[]): AccountBalances => {
  const balances = noAccountBalances()
  for (const row of rows) balances[row.account] += row.net
  return balances
}

const portfolioCents = (balances: AccountBalances): bigint => totalCents(balances, balances['YUT staked'])
const portfolioFine = (balances: AccountBalances): bigint =>
  fineOf(balances) + balances['YUT staked'] * FINE_PER_MINOR.YUT

/** The quotient in hundredths, rounded half up; zero unless both are positive. */
const hundredths = (numerator: bigint, denominator: bigint): bigint =>
  denominator <= 0n || numerator <= 0n ? 0n : (2n * numerator * 100n + denominator) / (2n * denominator)

const twoDecimals = (value: bigint): string => formatMinor('USD', value)

/** Earnings in percent of what the portfolio would be worth today without them. */
const percentOf = (earned: Amounts, portfolio: bigint): string =>
  twoDecimals(hundredths(fineOf(earned) * 100n, portfolio - fineOf(earned)))

const blendedApy = (balances: AccountBalances, usdEarns: boolean): string => {
  const usd = usdEarns && balances.USD > 0n ? balances.USD : 0n
  const yearly =
    usd * FINE_PER_MINOR.USD * APY_BASIS_POINTS.USD +
    balances['YUT staked'] * FINE_PER_MINOR.YUT * APY_BASIS_POINTS['YUT staked']
  const portfolio = portfolioFine(balances)
  return twoDecimals(hundredths(yearly, portfolio * 100n))
}

const dollars = (cents: bigint): string => formatMinor('USD', cents)
const notStaked = ({ account }: { account: DayAccount }): boolean => account !== 'YUT staked'

/** The first day whose sums {@link insightsFrom} needs by themselves. */
export const firstValueDay = (now: Date): string => firstRecentDay(now, VALUE_DAYS)

/** The portfolio at the end of each day from the first movement or the first value day on, oldest first, until today. */
const valueByDay = (sums: readonly DaySums[], now: Date): WalletInsights['days'] => {
  const first = firstValueDay(now)
  const balances = noAccountBalances()
  const byDay = Map.groupBy(sums, ({ day }) => (day < first ? first : day))
  const days: WalletInsights['days'] = []
  const today = dayOf(now)
  for (let [day] = byDay.keys(); day !== undefined && day <= today; day = addDays(day, 1)) {
    for (const { account, net } of byDay.get(day) ?? []) balances[account] += net
    days.push({ day, value_usd: dollars(portfolioCents(balances)) })
  }
  return days
}

/** A member's insights, from their sums by day (see `daySumsOf`), oldest first. Pure and exact. */
export const insightsFrom = (
  sums: readonly DaySums[],
  now: Date,
  /** Total that pools have paid on bills, in cents. */
  paidByPools = 0n,
  /** Whether the member's dollars earn interest now. */
  usdEarns = true,
): WalletInsights => {
  const thisMonth = monthOf(now)
  const thisYear = thisMonth.slice(0, 4)
  const balances = balancesAfter(sums)
  const portfolio = portfolioFine(balances)
  const earned = (rows: readonly DaySums[]) => sumOf(rows, (row) => row.earned)
  const firstRecent = firstRecentDay(now)
  const recent = sums.filter(({ day }) => day >= firstRecent)
  const recentEarned = earned(recent)
  const monthEarned = earned(sums.filter(({ day }) => day.startsWith(thisMonth)))
  // Staking moves tokens between two accounts of the member: counted once, on the unstaked side.
  const movements = recent.filter(notStaked)
  const [first] = sums
  return {
    total_value_usd: dollars(portfolioCents(balances)),
    monthly_yield_usd: dollars(centsOf(recentEarned)),
    monthly_yield_percent: percentOf(recentEarned, portfolio),
    total_earnings_usd: dollars(centsOf(earned(sums))),
    recent_activity: {
      days: RECENT_DAYS,
      transactions: Number(movements.reduce((count, { moves }) => count + moves, 0n)),
      volume_usd: dollars(centsOf(sumOf(movements, ({ moved }) => moved))),
    },
    deposits_30_days_usd: dollars(centsOf(sumOf(recent, ({ deposited }) => deposited))),
    growth_usd: dollars(centsOf(monthEarned)),
    growth_percent: percentOf(monthEarned, portfolio),
    ytd_usd: dollars(centsOf(earned(sums.filter(({ day }) => day.startsWith(thisYear))))),
    blended_apy_percent: blendedApy(balances, usdEarns),
    usd_apy_percent: usdEarns ? APY_PERCENT.usd : '0',
    utility_offset_usd: dollars(paidByPools),
    months: monthsBetween(first?.day.slice(0, 7) ?? thisMonth, thisMonth)
      .slice(-MONTHS_MAX)
      .map((month) => {
        const inMonth = sums.filter(({ day }) => day.startsWith(month))
        return {
          month,
          earnings_usd: dollars(centsOf(earned(inMonth))),
          deposits_usd: dollars(centsOf(sumOf(inMonth, ({ deposited }) => deposited))),
          closing_value_usd: dollars(
            portfolioCents(balancesAfter(sums.filter(({ day }) => day.slice(0, 7) <= month))),
          ),
        }
      }),
    days: valueByDay(sums, now),
  }
}
