import type { Pool } from 'pg'
import { happenedAt } from '../../events/happened-at.ts'
import type { Clock } from '../../events/ids.ts'
import { availableForBills } from '../../events/pools/holding.ts'
import { dayOf } from '../../events/wallet/interest.ts'
import { billsPastDue, billsToPay, unfinishedPayments } from '../../projections/bills/queries.ts'
import { unfinishedPoolTransfers } from '../../projections/pool-transfers/queries.ts'
import { payingPoolsOf, poolsToValue } from '../../projections/pools/queries.ts'
import { walletsForBills } from '../../projections/wallet/queries.ts'
import type { AutoPayViews } from '../bills/auto-pay.ts'
import type { Biller } from '../bills/biller.ts'
import { createBillStreams } from '../bills/bill-streams.ts'
import { createIssueLog } from '../bills/issue-log.ts'
import { daysAfter } from '../bills/issuing.ts'
import { createPayments } from '../bills/payments.ts'
import { registerBills } from '../bills/routes.ts'
import { AUTO_PAY_DAYS_BEFORE } from '../contract/bills.ts'
import type { ApiRouter } from '../http/operation.ts'
import type { Logger } from '../http/logger.ts'
import type { Ledger } from '../ledger.ts'
import { startBillIssuing } from '../bills/bill-issuing.ts'
import { startAutoPay, startPastDue, startPaymentCompletion } from '../bills/bill-payments.ts'
import { startPoolMovements } from './pool-movements.ts'
import { startPoolValuation } from './pool-valuation.ts'
import type { Recurring } from '../processes/recurring.ts'
import type { InvestmentArea } from './area.ts'
import type { Market } from './market.ts'
import { createMovements, type Movements } from './movements.ts'
import { createPoolStreams } from './pool-streams.ts'
import { registerInvestments } from './routes.ts'

export interface InvestmentParts {
  readonly pool: Pool
  readonly ledger: Ledger
  readonly clock: Clock
  readonly log: Logger
  readonly market: Market
  readonly billers: readonly Biller[]
  /** Whether the named read models have come up to a ledger position within the time. */
  readonly waitFor: (position: bigint, timeoutMs: number, names: readonly string[]) => Promise<boolean>
}

/** Pools, bills and auto-pay as one thing: their calls, and the processes behind them. */
export interface InvestmentPart {
  readonly movements: Movements
  readonly register: (
    api: ApiRouter,
    area: Pick<InvestmentArea, 'idempotency' | 'messageKeys' | 'waitFor'>,
  ) => void
  readonly startProcesses: () => readonly Recurring[]
}

const CATCH_UP_MS = 10_000

export const composeInvestments = (parts: InvestmentParts): InvestmentPart => {
  const { pool, ledger, clock, log, market, billers, waitFor } = parts
  const { store, wallets } = ledger
  const pools = createPoolStreams({
    store,
    snapshots: ledger.snapshots,
    market,
    clock,
    onSnapshotError: (error) => log.warn({ err: error }, 'A snapshot could not be saved'),
  })
  const movements = createMovements({
    store,
    wallets,
    pools,
    clock,
    onUnfinished: (id, error) =>
      log.warn({ err: error, movementId: id }, 'Money is on its way; the pool process will bring it'),
  })
  const bills = createBillStreams({ store, clock })
  const payments = createPayments({
    store,
    bills,
    pools,
    wallets,
    clock,
    onUnfinished: (billId, error) =>
      log.warn({ err: error, billId }, 'A bill is being paid; the payment process will end it'),
  })

  const before = (ms: number) => new Date(clock().getTime() - ms)
  const caughtUp = async (position?: bigint): Promise<boolean> =>
    waitFor(position ?? (await store.head()), CATCH_UP_MS, ['pools', 'bills', 'wallet'])

  const views: AutoPayViews = {
    due: (today, limit) => billsToPay(pool, { today, dueBy: daysAfter(today, AUTO_PAY_DAYS_BEFORE), limit }),
    pools: async (memberIds) =>
      (await payingPoolsOf(pool, memberIds)).map(({ poolId, memberId, holding }) => ({
        poolId,
        memberId,
        valuedOn: holding.day,
        ...availableForBills(holding),
      })),
    wallets: (memberIds) => walletsForBills(pool, memberIds),
  }

  let first: string | null = null
  const firstMonth = async (): Promise<string | null> => {
    if (first !== null) return first
    for await (const recorded of store.readAll({ limit: 1 })) first = dayOf(happenedAt(recorded)).slice(0, 7)
    return first
  }

  return {
    movements,
    register: (api, area) => {
      const all = {
        ...area,
        pool,
        clock,
        wallets,
        pools,
        movements,
        bills,
        payments,
        market,
        billers,
      }
      registerInvestments(api, all)
      registerBills(api, all)
    },
    startProcesses: () => [
      startPoolMovements({
        unfinished: (olderThanMs, limit) => unfinishedPoolTransfers(pool, before(olderThanMs), limit),
        movements,
        log,
      }),
      startPoolValuation({
        toValue: (today, limit) => poolsToValue(pool, today, limit),
        caughtUp,
        pools,
        market,
        clock,
        log,
      }),
      startBillIssuing({
        billers,
        firstMonth,
        bills,
        issueLog: createIssueLog({ pool }),
        clock,
        log,
      }),
      startAutoPay({ views, caughtUp, bills, payments, clock, log }),
      startPaymentCompletion({
        unfinished: (olderThanMs, limit) => unfinishedPayments(pool, before(olderThanMs), limit),
        payments,
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
