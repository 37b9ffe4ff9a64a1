import { monthOf } from '../../events/calendar.ts'
import {
  availableForBills,
  cashCents,
  GRAINS_PER_CENT,
  GROWTH_ONE,
  valueCents,
} from '../../events/pools/holding.ts'
import { saleCentsMin } from '../../events/pools/sale-terms.ts'
import type { PoolDayRow, PoolLine, PoolRow } from '../../projections/pools/queries.ts'
import type { Pool, PoolActivity, PoolDay } from '../contract/pools.ts'
import { textOf } from '../wallet/history.ts'
import type { PoolsArea } from './context.ts'
import { saleTerms } from './market.ts'

/** Shown instead of an erased name. */
export const ERASED_NAME = 'Pool (name erased)'

/** Formats an integer with implied decimals: 12_500_000 with 6 is "12.500000". */
const decimalText = (value: bigint, decimals: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** Division rounded down, also below zero. */
const floored = (value: bigint, by: bigint): bigint => (value >= 0n ? value / by : -((-value + by - 1n) / by))

const cents = (minor: bigint): number => Number(minor)
const grains = (amount: bigint): number => Number(floored(amount, GRAINS_PER_CENT))

/** Growth (10^-18) as a percentage with two decimals, rounded down. */
const growthPercent = (growth: bigint): string =>
  decimalText(floored((growth - GROWTH_ONE) * 10_000n, GROWTH_ONE), 2)

/** First UTC day of the month. */
export const monthBegin = (now: Date): string => `${monthOf(now)}-01`

/** Total earnings since the pool was created, in cents. */
export const returnsOf = ({ holding, withdrawnMinor, billsMinor, contributedMinor }: PoolRow): bigint =>
  valueCents(holding) + withdrawnMinor + billsMinor - contributedMinor

export const poolView = async (
  { messageKeys, market }: Pick<PoolsArea, 'messageKeys' | 'market'>,
  row: PoolRow,
): Promise<Pool> => {
  const { holding } = row
  const { units, price, cost } = holding
  const open = row.status === 'open'
  const available =
    open && row.autoPay
      ? availableForBills(holding, saleCentsMin(saleTerms(market)))
      : { dividends: 0n, gains: 0n }
  return {
    id: row.id,
    pool_name: (await textOf({ messageKeys }, row.name)) ?? ERASED_NAME,
    pool_type: row.fund.poolType,
    risk_profile: row.fund.risk,
    status: row.status,
    total_invested_cents: cents(holding.principal),
    current_value_cents: cents(valueCents(holding)),
    target_monthly_yield_cents: cents(row.targetMinor),
    total_returns_cents: cents(returnsOf(row)),
    transaction_count: row.transactions,
    auto_bill_payment_enabled: row.autoPay,
    cash_cents: cents(cashCents(holding)),
    units: decimalText(units, 8),
    unit_price: decimalText(price, 6),
    valued_on: holding.day,
    cost_basis_cents: grains(cost),
    average_cost: units === 0n ? null : decimalText(cost / units, 6),
    realised_gain_cents: grains(row.realised),
    unrealised_gain_cents: grains(units * price - cost),
    dividends_cents: grains(row.dividends),
    contributed_cents: cents(row.contributedMinor),
    withdrawn_cents: cents(row.withdrawnMinor),
    bills_paid_cents: cents(row.billsMinor),
    time_weighted_return_percent: growthPercent(holding.growth),
    month_yield_cents: cents(row.monthYield),
    available_for_bills: {
      dividends_cents: cents(available.dividends),
      gains_cents: cents(available.gains),
    },
    simulated: market.simulated,
    market: market.title,
    created_at: row.createdAt,
    closed_at: row.closedAt,
  }
}

export const poolDayView = (row: PoolDayRow): PoolDay => ({
  day: row.day,
  value_cents: cents(row.valueMinor),
  invested_cents: cents(row.investedMinor),
  unit_price: decimalText(row.price, 6),
  units: decimalText(row.units, 8),
  cash_cents: cents(row.cashMinor),
  flow_cents: cents(row.flowMinor),
})

const centsOrNull = (minor: bigint | null): number | null => (minor === null ? null : cents(minor))

export const poolLineView = (line: PoolLine): PoolActivity => ({
  id: line.id,
  kind: line.kind,
  amount_cents: centsOrNull(line.minor),
  dividends_cents: centsOrNull(line.dividendsMinor),
  gains_cents: centsOrNull(line.gainsMinor),
  units: line.units === null ? null : decimalText(line.units, 8),
  unit_price: line.price === null ? null : decimalText(line.price, 6),
  bill_id: line.billId,
  occurred_at: line.occurredAt,
  position: line.position.toString(),
})
