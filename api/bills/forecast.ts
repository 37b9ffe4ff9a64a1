import { addDays, addMonths, DAY_MS, dayOf, monthOf } from '../../events/calendar.ts'
import { availableForBills, valueCents } from '../../events/pools/holding.ts'
import { saleCentsMin } from '../../events/pools/sale-terms.ts'
import { billsOf, type BillRow } from '../../projections/bills/queries.ts'
import { payingPoolsOf, type PayingPoolRow } from '../../projections/pools/queries.ts'
import { walletsForBills } from '../../projections/wallet/queries.ts'
import { BILL_DUE_DAYS, type BillForecast } from '../contract/bills.ts'
import { saleTerms } from '../pools/market.ts'
import type { BillsArea } from './context.ts'
import { autoPayDay, titleOf } from './views.ts'

const UNPAID_MAX = 100
const MONTH_DAYS = 30
const YEAR_DAYS = 365n

/** The next bill to pay, issued or estimated. */
interface Coming {
  readonly billId: string | null
  readonly biller: string
  readonly period: string
  readonly amount: bigint
  readonly dueOn: string
}

/** An estimate of the bill after the last one: the same amount, issued when its month has ended. */
const estimated = ({ biller, period, amount }: BillRow, today: string): Coming => {
  const next = addMonths(period, 1)
  const month = next > monthOf(today) ? next : monthOf(today)
  const dueOn = addDays(`${addMonths(month, 1)}-01`, BILL_DUE_DAYS)
  return { billId: null, biller, period: month, amount, dueOn }
}

const comingOf = (unpaid: readonly BillRow[], last: BillRow | undefined, today: string): Coming | null => {
  const [first] = unpaid
    .filter(({ pastDue, dueOn }) => !pastDue && dueOn >= today)
    .toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1))
  if (first) return { ...first, billId: first.id }
  return last ? estimated(last, today) : null
}

/** What a bill itself lacks of all that is missing: bills before it are paid first, and lack the rest. */
export const missingOf = (amount: bigint, missing: bigint): bigint =>
  missing <= 0n ? 0n : missing < amount ? missing : amount

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** The next bill that is due, and whether pools (and a wallet that may be used) are expected to cover it. */
export const forecastFor = async (
  { pool, market, billers }: Pick<BillsArea, 'pool' | 'market' | 'billers'>,
  memberId: string,
  now: Date,
): Promise<BillForecast> => {
  const today = dayOf(now.toISOString())
  const [unpaid, [last], pools, wallets] = await Promise.all([
    billsOf(pool, memberId, { which: 'unpaid', limit: UNPAID_MAX }),
    billsOf(pool, memberId, { which: 'all', limit: 1 }),
    payingPoolsOf(pool, [memberId]),
    walletsForBills(pool, [memberId]),
  ])
  const expectedIn = (days: number): bigint =>
    sumOf(
      pools.map(
        ({ fund, holding }: PayingPoolRow) =>
          (valueCents(holding) * market.expectedAnnualReturn(fund) * BigInt(days)) / (1_000_000n * YEAR_DAYS),
      ),
    )
  const figures = {
    expected_monthly_cents: Number(expectedIn(MONTH_DAYS)),
    auto_pay_pools: pools.length,
    simulated: market.simulated,
  }
  const coming = comingOf(unpaid, last, today)
  if (!coming) return { next: null, ...figures }

  const saleMin = saleCentsMin(saleTerms(market))
  const available = pools.map(({ holding }) => availableForBills(holding, saleMin))
  const dividends = sumOf(available.map((one) => one.dividends))
  const gains = sumOf(available.map((one) => one.gains))
  const expected = expectedIn(
    Math.max(Math.round((Date.parse(coming.dueOn) - Date.parse(today)) / DAY_MS), 0),
  )
  const wallet = wallets.get(memberId) ?? 0n
  const earlier = sumOf(
    unpaid.filter(({ id, dueOn }) => id !== coming.billId && dueOn < today).map(({ amount }) => amount),
  )
  const needed = earlier + coming.amount
  const byPools = dividends + gains + expected
  const missing = needed - byPools - wallet
  return {
    next: {
      bill_id: coming.billId,
      biller: coming.biller,
      biller_title: titleOf(billers, coming.biller),
      period: coming.period,
      amount_cents: Number(coming.amount),
      estimated: coming.billId === null,
      due_on: coming.dueOn,
      auto_pay_on: autoPayDay(coming.dueOn),
      dividends_cents: Number(dividends),
      gains_cents: Number(gains),
      expected_cents: Number(expected),
      wallet_cents: Number(wallet),
      earlier_cents: Number(earlier),
      // Without an auto-pay pool nothing is paid, even if the wallet may be used.
      covered_by:
        pools.length === 0 || missing > 0n ? 'nothing' : byPools >= needed ? 'pools' : 'pools_and_wallet',
      missing_cents: Number(missingOf(coming.amount, pools.length === 0 ? needed : missing)),
    },
    ...figures,
  }
}
