import { startBillIssuing } from '../../../../api/bills/bill-issuing.ts'
import { startAutoPay, startPastDue, startPaymentCompletion } from '../../../../api/bills/bill-payments.ts'
import { createBillStreams, type BillStreams } from '../../../../api/bills/bill-streams.ts'
import type { IssueLog, IssueProgress } from '../../../../api/bills/issuing.ts'
import { payByHand } from '../../../../api/bills/pay.ts'
import { createPayments } from '../../../../api/bills/payments.ts'
import { AUTO_PAY_DAYS_BEFORE } from '../../../../api/contract/bills.ts'
import type { PoolStreams } from '../../../../api/pools/pool-streams.ts'
import { addDays } from '../../../../events/calendar.ts'
import { newId } from '../../../../events/ids.ts'
import type { Core, Part } from '../core.ts'
import { modelBiller } from './biller.ts'
import type { BillIntent, BillProcess } from './intents.ts'

/** How far bills have been issued, as all processes know it. */
export const createIssueLog = (): IssueLog => {
  const progress = new Map<string, IssueProgress>()
  return {
    of: async (biller, period) => progress.get(`${biller} ${period}`) ?? { after: null, finished: false },
    save: async (biller, period, one) => void progress.set(`${biller} ${period}`, one),
  }
}

export const startBills = (
  core: Core,
  { pools, issueLog, firstMonth }: { pools: PoolStreams; issueLog: IssueLog; firstMonth: string },
): Part<BillIntent, BillProcess> => {
  const { store, clock, log, views, wallets, recorded, context } = core
  const bills = createBillStreams({ store, clock })
  const payments = createPayments({ bills, pools, wallets, clock, onUnfinished: () => {} })
  const money = () => views().money
  const recordedBills = {
    ...bills,
    execute: recorded((...given: Parameters<BillStreams['execute']>) => bills.execute(...given)),
  }

  return {
    take: async (intent) => {
      const { member: memberId } = intent
      switch (intent.do) {
        case 'pay bill': {
          const area = { bills, payments, wallets, clock }
          await payByHand(area, { memberId, idempotencyKey: intent.key }, intent.billId)
          return 'done'
        }
        case 'set bills from wallet':
          await wallets.execute(
            memberId,
            { type: 'setBillsFromWallet', changeId: newId(), allowed: intent.allowed },
            { ...context(memberId), contested: true },
          )
          return 'done'
      }
    },
    processes: {
      'issue bills': () =>
        startBillIssuing({
          billers: [modelBiller],
          firstMonth: async () => firstMonth,
          bills: recordedBills,
          issueLog,
          clock,
          log,
        }),
      'pay bills': () =>
        startAutoPay({
          views: {
            due: async (today, limit) =>
              money().due(today, addDays(today, AUTO_PAY_DAYS_BEFORE)).slice(0, limit),
            pools: async (memberIds) => money().paying(memberIds),
            wallets: async (memberIds) => money().allowed(memberIds),
          },
          caughtUp: async () => true,
          bills: recordedBills,
          payments: { ...payments, pay: recorded((...given) => payments.pay(...given)) },
          clock,
          log,
        }),
      'finish bill payments': () =>
        startPaymentCompletion({
          // Without the usual time of grace: also while the process that began is at it.
          unfinished: async () => money().unfinished(),
          finish: recorded((...given) => payments.finish(...given)),
          clock,
          log,
        }),
      'note bills past due': () =>
        startPastDue({
          pastDue: async (today, limit) => money().pastDue(today).slice(0, limit),
          caughtUp: async () => true,
          bills: recordedBills,
          clock,
          log,
        }),
    },
  }
}
