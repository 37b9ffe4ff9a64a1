import type { Pool } from 'pg'
import { addDays, monthOf } from '../../events/calendar.ts'
import { happenedAt } from '../../events/happened-at.ts'
import { availableForBills } from '../../events/pools/holding.ts'
import { saleCentsMin } from '../../events/pools/sale-terms.ts'
import type { EventStore } from '../../events/store/event-store.ts'
import { billsPastDue, billsToPay, unfinishedPayments } from '../../projections/bills/queries.ts'
import { payingPoolsOf } from '../../projections/pools/queries.ts'
import { walletsForBills } from '../../projections/wallet/queries.ts'
import { AUTO_PAY_DAYS_BEFORE } from '../contract/bills.ts'
import { EMPTY_AREA, type Area } from '../area.ts'
import type { Platform } from '../platform.ts'
import { ORDER_WAITS_MS, saleTerms, type Market } from '../pools/market.ts'
import type { PoolStreams } from '../pools/pool-streams.ts'
import { unfinishedBacklog } from '../processes/backlog.ts'
import { CATCH_UP_MS } from '../http/reading.ts'
import type { AutoPayViews } from './auto-pay.ts'
import { startBillIssuing } from './bill-issuing.ts'
import { startAutoPay, startPastDue, startPaymentCompletion } from './bill-payments.ts'
import { createBillStreams } from './bill-streams.ts'
import type { Biller } from './biller.ts'
import { createBillSettlement } from './closing-account.ts'
import { createIssueLog } from './issue-log.ts'
import { createPayments } from './payments.ts'
import { poolsData } from './personal-data.ts'
import { registerBills } from './routes.ts'

/** The month of the ledger's first event; there are no bills for earlier months. Null while the ledger is empty. */
const createFirstMonth = (store: EventStore): (() => Promise<string | null>) => {
  let first: string | null = null
  return async () => {
    if (first !== null) return first
    for await (const recorded of store.readAll({ limit: 1 })) first = monthOf(happenedAt(recorded))
    return first
  }
}

const autoPayViews = (pool: Pool, saleMin: bigint): AutoPayViews => ({
  due: (today, limit) => billsToPay(pool, { today, dueBy: addDays(today, AUTO_PAY_DAYS_BEFORE), limit }),
  pools: async (memberIds) =>
    (await payingPoolsOf(pool, memberIds)).map(({ id: poolId, memberId, holding }) => ({
      poolId,
      memberId,
      valuedOn: holding.day,
      ...availableForBills(holding, saleMin),
    })),
  wallets: (memberIds) => walletsForBills(pool, memberIds),
})

/** Composes bills: routes, issuing, and auto-pay. */
export const composeBills = (
  platform: Pick<Platform, 'pool' | 'ledger' | 'clock' | 'log' | 'messageKeys' | 'waitFor'>,
  areas: { readonly pools: PoolStreams; readonly market: Market; readonly billers: readonly Biller[] },
): Area => {
  const { pool, ledger, clock, log, waitFor, messageKeys } = platform
  const { store, wallets } = ledger
  const { pools, billers } = areas
  const bills = createBillStreams({ store, clock })
  const payments = createPayments({
    bills,
    pools,
    wallets,
    clock,
    onUnfinished: (billId, error) =>
      log.warn({ err: error, billId }, 'A bill is being paid; the payment process will end it'),
  })
  const caughtUp = async (position?: bigint): Promise<boolean> =>
    waitFor(position ?? (await store.head()), CATCH_UP_MS, ['pools', 'bills', 'wallet'])

  const unfinished = (before: Date, limit: number) => unfinishedPayments(pool, before, limit)

  return {
    ...EMPTY_AREA,
    name: 'bills',
    backlogs: [unfinishedBacklog('bill payments', { unfinished, clock }, ORDER_WAITS_MS)],
    obstacles: { never: 'bills are paid from the wallet when the account is closed' },
    settle: createBillSettlement({ pool, billers, bills, payments, wallets, clock }),
    register: (api) => registerBills(api, { ...platform, ...areas, wallets, bills, payments }),
    personalData: [poolsData(messageKeys)],
    processes: () => [
      startBillIssuing({
        billers,
        firstMonth: createFirstMonth(store),
        bills,
        issueLog: createIssueLog({ pool }),
        clock,
        log,
      }),
      startAutoPay({
        views: autoPayViews(pool, saleCentsMin(saleTerms(areas.market))),
        caughtUp,
        bills,
        payments,
        clock,
        log,
      }),
      startPaymentCompletion({
        unfinished,
        finish: (billId) => payments.finish(billId),
        clock,
        log,
      }),
      startPastDue({
        pastDue: (today, limit) => billsPastDue(pool, today, limit),
        caughtUp,
        bills,
        clock,
        log,
      }),
    ],
  }
}
