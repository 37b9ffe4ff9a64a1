import type { BaseLogger } from 'pino'
import { dayOf } from '../../events/calendar.ts'
import type { Clock } from '../../events/ids.ts'
import { createAutoPay, type AutoPayViews } from './auto-pay.ts'
import type { BillStreams } from './bill-streams.ts'
import type { Payments } from './payments.ts'
import { createAttempts } from '../processes/attempts.ts'
import { completing } from '../processes/completing.ts'
import { recurring, type Recurring } from '../processes/recurring.ts'

const EVERY_MS = 1_000
const BILLS_MAX = 200
const AT_ONCE_MAX = 20

interface BillWork {
  readonly bills: BillStreams
  readonly payments: Payments
  readonly clock: Clock
  readonly log: Pick<BaseLogger, 'info' | 'error'>
}

/** Finishes payments of bills (by bill id) that began and whose process died. */
export const startPaymentCompletion = completing<string>({
  name: 'bill payments',
  wokenBy: ['bills'],
  report: 'Ended bill payments that had been left half done',
  everyMs: EVERY_MS,
  limit: BILLS_MAX,
  atOnceMax: AT_ONCE_MAX,
})

/** Pays bills from pools, from three days before they are due, once a day. */
export const startAutoPay = ({
  views,
  caughtUp,
  bills,
  payments,
  clock,
  log,
}: BillWork & {
  views: AutoPayViews
  /** Waits until the read models reach a ledger position, or its head; false when they do not in time. */
  caughtUp: (position?: bigint) => Promise<boolean>
}): Recurring => {
  const attempts = createAttempts({ name: 'auto-pay', log })
  const autoPay = createAutoPay({ views, bills, payments, run: attempts.run, clock })
  return recurring({
    name: 'auto-pay',
    everyMs: EVERY_MS,
    wokenBy: ['bills', 'pools'],
    log,
    attempts,
    round: async () => {
      // A plan based on outdated pools would be declined.
      while (await caughtUp()) {
        const { tried, position } = await autoPay()
        if (tried === 0 || !(await caughtUp(position))) return
      }
    },
  })
}

/** Marks bills as past due. */
export const startPastDue = ({
  pastDue,
  caughtUp,
  bills,
  clock,
  log,
}: Omit<BillWork, 'payments'> & {
  pastDue: (today: string, limit: number) => Promise<readonly string[]>
  caughtUp: (position: bigint) => Promise<boolean>
}): Recurring => {
  const attempts = createAttempts({ name: 'past due bills', log })
  const limits = { limit: BILLS_MAX, atOnceMax: AT_ONCE_MAX }
  return recurring({
    name: 'past due bills',
    everyMs: EVERY_MS,
    wokenBy: ['bills'],
    log,
    attempts,
    round: async () => {
      for (;;) {
        const today = dayOf(clock().toISOString())
        const late = await pastDue(today, BILLS_MAX + attempts.waiting())
        let newest = 0n
        const { tried, failed, againMs } = await attempts.run(late, limits, async (billId) => {
          const { position } = await bills.execute(
            billId,
            { type: 'markPastDue', today },
            { actor: 'system', causationId: billId },
          )
          if (position > newest) newest = position
        })
        if (tried > failed) log.info({ bills: tried - failed }, 'Noted bills that are past due')
        if (tried < BILLS_MAX || !(await caughtUp(newest))) return againMs
      }
    },
  })
}
