import type { Claimed } from '../../../api/processes/claimed.ts'
import { addDays, dayOf } from '../../../events/calendar.ts'
import { createAutoPay } from '../../../api/bills/auto-pay.ts'
import type { Biller } from '../../../api/bills/biller.ts'
import { createBillStreams } from '../../../api/bills/bill-streams.ts'
import { issueBills, type IssueLog } from '../../../api/bills/issuing.ts'
import { createPayments } from '../../../api/bills/payments.ts'
import { AUTO_PAY_DAYS_BEFORE } from '../../../api/contract/bills.ts'
import type { Market } from '../../../api/pools/market.ts'
import { createMovements } from '../../../api/pools/movements.ts'
import { createPoolStreams } from '../../../api/pools/pool-streams.ts'
import { valuePools, type PoolToValue } from '../../../api/pools/valuation.ts'
import { finishMovement } from '../../../api/pools/pool-movements.ts'
import type { Attempts } from '../../../api/processes/attempts.ts'
import { forEachBounded } from '../../../api/processes/bounded.ts'
import { createWallets } from '../../../api/wallet/wallets.ts'
import type { Clock } from '../../../events/ids.ts'
import type { EventStore } from '../../../events/store/event-store.ts'
import type { SnapshotStore } from '../../../events/store/snapshots.ts'
import type { Views } from './views.ts'
import { NO_SNAPSHOTS } from '../../support/no-snapshots.ts'

/** Tries all; a failure, such as the death of the process, is thrown. */
const runAll: Attempts['run'] = async (items, { atOnceMax }, work) => {
  await forEachBounded(items, atOnceMax, async (item) => void (await work(item)))
  return { tried: items.length, failed: 0, againMs: undefined }
}

/** One process of the application over a store, with only its pools and bills. */
export const startProcess = ({
  store,
  snapshots,
  clock,
  market,
  biller,
  issueLog,
  firstMonth,
  views,
}: {
  readonly store: EventStore
  readonly snapshots: SnapshotStore
  readonly clock: Clock
  readonly market: Market
  readonly biller: Biller
  readonly issueLog: IssueLog
  readonly firstMonth: string
  /** The views after all stored events have been applied. */
  readonly views: () => Views
}) => {
  const stores = { store, snapshots: { ...NO_SNAPSHOTS, store: snapshots } }
  const wallets = createWallets(stores)
  const pools = createPoolStreams({ ...stores, market, clock })
  const movements = createMovements({ store, wallets, pools, clock, onUnfinished: () => {} })
  const bills = createBillStreams({ store, clock })
  const payments = createPayments({ bills, pools, wallets, clock, onUnfinished: () => {} })
  const today = () => dayOf(clock().toISOString())

  const autoPay = createAutoPay({
    views: {
      due: async (day, limit) => views().due(day, addDays(day, AUTO_PAY_DAYS_BEFORE)).slice(0, limit),
      pools: async (ids) => views().paying(ids),
      wallets: async (ids) => views().allowed(ids),
    },
    bills,
    payments,
    run: runAll,
    clock,
  })

  /** One that fails ends the round, as a process that dies does. */
  const run: Claimed['run'] = async (items, atOnceMax, issue) => {
    await forEachBounded(items, atOnceMax, async (one) => void (await issue(one)))
    return { failed: 0, cause: undefined }
  }
  const work = {
    movements: () =>
      forEachBounded(views().transfers(), 20, async (one) => void (await finishMovement(movements, one))),
    valuation: async () => {
      const toValue = (day: string, limit: number) => views().toValue(day, limit)
      const run = async (
        due: (alsoListed: number) => Promise<readonly PoolToValue[]>,
        value: (pool: PoolToValue) => Promise<void>,
      ) => runAll(await due(0), { limit: Infinity, atOnceMax: 20 }, value)
      while ((await valuePools({ toValue, pools, market, run, clock, correlationId: 'day' })).tried > 0);
    },
    issuing: async () => void (await issueBills({ biller, bills, log: issueLog, firstMonth, clock, run })),
    payments: () => forEachBounded(views().unfinished(), 20, async (id) => void (await payments.finish(id))),
    autoPay: async () => {
      while ((await autoPay()).tried > 0);
    },
    pastDue: () =>
      forEachBounded(views().pastDue(today()), 20, async (billId) => {
        const command = { type: 'markPastDue', today: today() } as const
        await bills.execute(billId, command, { actor: 'system', causationId: billId })
      }),
  }
  return { wallets, pools, movements, bills, payments, work }
}
export type Process = ReturnType<typeof startProcess>
