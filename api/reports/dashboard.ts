import type { Pool } from 'pg'
import { addMonths, monthOf, monthsBetween, startOfDay } from '../../events/calendar.ts'
import { valueCents } from '../../events/pools/holding.ts'
import { billTotalsOf } from '../../projections/bills/queries.ts'
import { poolsOf, type PoolRow } from '../../projections/pools/queries.ts'
import type { Dashboard } from '../contract/pools.ts'
import type { ClosingAccounts } from '../identity/closing-accounts.ts'
import type { Biller } from '../bills/biller.ts'
import { monthBegin, returnsOf } from '../pools/views.ts'

const SAVINGS_MONTHS_MAX = 12

const sumOf = (rows: readonly PoolRow[], of: (row: PoolRow) => bigint): number =>
  Number(rows.reduce((sum, row) => sum + of(row), 0n))

/** A member's figures, from their pools, their bills, and the services that bill them. */
export const dashboardOf = async (
  {
    pool,
    billers,
    closingAccounts,
  }: {
    readonly pool: Pool
    readonly billers: readonly Biller[]
    readonly closingAccounts: Pick<ClosingAccounts, 'isClosing'>
  },
  memberId: string,
  now: Date,
): Promise<Dashboard> => {
  const month = monthOf(now)
  const since = startOfDay(`${addMonths(month, 1 - SAVINGS_MONTHS_MAX)}-01`)
  const [pools, bills, serving, isClosing] = await Promise.all([
    poolsOf(pool, memberId, monthBegin(now)),
    billTotalsOf(pool, memberId, since.toISOString()),
    Promise.all(billers.map(({ serves }) => serves(memberId))),
    closingAccounts.isClosing(memberId),
  ])
  const open = pools.filter(({ status }) => status === 'open')
  const months =
    bills.firstIssuedAt === null
      ? 1
      : Math.min(Math.max(monthsBetween(monthOf(bills.firstIssuedAt), month).length, 1), SAVINGS_MONTHS_MAX)
  return {
    total_pool_value_cents: sumOf(open, ({ holding }) => valueCents(holding)),
    total_invested_cents: sumOf(open, ({ holding }) => holding.principal),
    total_returns_cents: sumOf(pools, returnsOf),
    active_pools: open.length,
    auto_pay_pools: open.filter(({ autoPay }) => autoPay).length,
    target_monthly_yield_cents: sumOf(open, ({ targetMinor }) => targetMinor),
    month_yield_cents: sumOf(open, ({ monthYield }) => monthYield),
    bills_paid_by_investments_cents: Number(bills.paidByPools),
    bills_paid_by_investments: bills.billsPaidByPools,
    active_services: billers
      .filter((_biller, place) => serving[place])
      .map(({ name, title }) => ({ name, title })),
    cost_savings_cents: Number(bills.recentlyPaidByPools / BigInt(months)),
    unpaid_bills: bills.unpaid,
    past_due_bills: bills.pastDue,
    account_closing: isClosing,
  }
}
